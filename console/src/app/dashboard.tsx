/** The dashboard with the panels of two features: the remaining limits, and the alarms. */
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
