/** The dashboard, with the panels for remaining limits and alarms. */
import { DashboardPage } from '../features/dashboard/dashboard-page.tsx';
import { AlarmsPanel } from '../features/oversight/alarms-panel.tsx';
import { CapsPanel } from '../features/oversight/caps-panel.tsx';

export function Dashboard() {
  return (
    <DashboardPage
      caps={
        <>
          <AlarmsPanel />
          <CapsPanel />
        </>
      }
    />
  );
}
