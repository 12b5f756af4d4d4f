package main

import "testing"

const (
	stepT  = "1800000000000"
	stepMs = int64(1_800_000_000_000)
	audit  = "candor-audit-v1|1|abababababababababababababababababababababababababababababababab"
	appOf  = "candor-app-v1|abababababababababababababababababababababababababababababababab"
)

func TestStepsOfADemosTime(t *testing.T) {
	for _, one := range []struct {
		what    string
		entries []string
		found   int
	}{
		{"forward at once", []string{audit, "candor-clock-v1|1|" + stepT + "|86400000"}, 0},
		{"into the past and forward", []string{appOf, "candor-clock-v1|1|" + stepT + "|-5184000000", "candor-clock-v1|2|" + stepT + "|-5183940000"}, 0},
		{"into the past after something with a date", []string{audit, "candor-clock-v1|1|" + stepT + "|-58000"}, 1},
		{"too far into the past", []string{"candor-clock-v1|1|" + stepT + "|-5184000001"}, 1},
		{"into the past again", []string{"candor-clock-v1|1|" + stepT + "|-60000", "candor-clock-v1|2|" + stepT + "|-120000"}, 1},
		{"by a part of a minute", []string{"candor-clock-v1|1|" + stepT + "|90000"}, 1},
		{"by more than a day", []string{"candor-clock-v1|1|" + stepT + "|86460000"}, 1},
		{"nowhere", []string{"candor-clock-v1|1|" + stepT + "|0"}, 1},
		{"with a gap", []string{"candor-clock-v1|2|" + stepT + "|60000"}, 1},
	} {
		v := &verdict{}
		checkStepsOf(one.entries, nil, 0, v)
		if len(v.findings) != one.found {
			t.Errorf("%s: expected %d findings, found %d", one.what, one.found, len(v.findings))
		}
	}
}

func TestStepsByTheWitnessesTime(t *testing.T) {
	entries := []string{"candor-clock-v1|1|" + stepT + "|86400000"}
	for _, one := range []struct {
		size, beforeMs, nowMs int64
		found                 int
	}{
		{0, stepMs - 2000, stepMs + 3000, 0},
		{0, stepMs + 61_000, stepMs + 70_000, 1},
		// An entry that the earlier run saw is not newer than the head of that run.
		{1, stepMs + 61_000, stepMs + 70_000, 0},
		{0, 0, stepMs - 61_000, 1},
	} {
		v := &verdict{}
		checkStepsOf(entries, &keptLog{Size: one.size, WitnessedMs: one.beforeMs}, one.nowMs, v)
		if len(v.findings) != one.found {
			t.Errorf("%v: found %d", one, len(v.findings))
		}
	}
}
