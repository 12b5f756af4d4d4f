package main

import (
	"fmt"
	"strings"
)

const (
	// The maximum age of a new demo's beginning.
	pastMaxMs = 60 * dayMs
	// The maximum difference between the clocks of the platform and the witnesses, and the maximum delay until a step is in the log.
	stepWithinMs = 60_000
)

// checkSteps checks the steps of a demo's time. They decide what is late, so a step that no honest demo makes is not accepted.
// `before` is the log that an earlier run saw, and `nowMs` is the witnesses' time, or 0 if it is unknown.
func (p *platform) checkSteps(entries []string, before *keptLog, nowMs int64, v *verdict) {
	count := checkStepsOf(entries, before, nowMs, v)
	if count == 0 {
		return
	}
	isDemo, err := p.isDemo()
	if err != nil {
		v.add("platform_unreadable", 0, err.Error())
	} else if !isDemo {
		v.add("clock_set_back", 0, fmt.Sprintf("%d steps of the time of a platform that is no demo", count))
	}
}

func checkStepsOf(entries []string, before *keptLog, nowMs int64, v *verdict) (count int64) {
	var lastWall, lastAhead int64
	isDated := false
	for index, entry := range entries {
		form, rest, _ := strings.Cut(entry, "|")
		fields := strings.Split(rest, "|")
		if form != "candor-clock-v1" || len(fields) != 3 {
			// Only entries about keys and builds of the app have no date.
			isDated = isDated || form != "candor-key-v1" && form != "candor-app-v1"
			continue
		}
		count++
		wall, ahead := number(fields[1]), number(fields[2])
		step := ahead - lastAhead
		isPast := !isDated && step < 0 && step >= -pastMaxMs
		isForward := step > 0 && step <= dayMs && step%minuteMs == 0
		isLate := before != nil && int64(index) >= before.Size && wall < before.WitnessedMs-stepWithinMs
		isAhead := nowMs > 0 && wall > nowMs+stepWithinMs
		if number(fields[0]) != count || wall < lastWall || !isPast && !isForward || isLate || isAhead {
			v.add("clock_set_back", int64(index), entry)
		}
		lastWall, lastAhead, isDated = wall, ahead, true
	}
	return count
}

// isDemo reports whether the platform says that it is a demo; other platforms do not have the call.
func (p *platform) isDemo() (bool, error) {
	var answer struct {
		Type  string `json:"type"`
		Error string `json:"error"`
	}
	if err := p.answer("demo", &answer); err != nil {
		return false, err
	}
	if answer.Type != "ok" && answer.Error != "not_found" {
		return false, fmt.Errorf("demo was refused: %s", answer.Error)
	}
	return answer.Type == "ok", nil
}
