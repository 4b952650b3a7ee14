import { Landing } from '#features/landing/index.ts';
import { useTitle } from '#platform/use-title.ts';

export function HomeScreen() {
  useTitle('Hearth');
  return <Landing />;
}
