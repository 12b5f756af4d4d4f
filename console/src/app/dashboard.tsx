/** The dashboard, with the panels for freezes, emergency stops, alarms and remaining limits. */
import { DashboardPage } from '../features/dashboard/dashboard-page.tsx';
import { AlarmsPanel } from '../features/oversight/alarms-panel.tsx';
import { CapsPanel } from '../features/oversight/caps-panel.tsx';
import { FreezesPanel } from '../features/oversight/freezes-panel.tsx';
import { StopsPanel } from '../features/stops/stops-panel.tsx';

export function Dashboard() {
  return (
    <DashboardPage
      caps={
        <>
          <FreezesPanel />
          <StopsPanel />
          <AlarmsPanel />
          <CapsPanel />
        </>
      }
    />
  );
}
