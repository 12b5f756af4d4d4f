/** The dashboard with what two features show on it: limits that are left, and what is unusual. */
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
