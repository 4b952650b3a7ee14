import { Outlet } from '@tanstack/react-router';
import { AppShell } from '#shell/app-shell.tsx';

export function DashboardScreen() {
  return (
    <AppShell>
      <Outlet />
    </AppShell>
  );
}
