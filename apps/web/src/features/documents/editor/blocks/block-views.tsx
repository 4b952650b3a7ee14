import { Fragment, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { BlockPortals } from './block-portals.ts';

export function BlockViews({ portals }: { portals: BlockPortals }) {
  const shown = useSyncExternalStore(portals.subscribe, portals.get);
  return shown.map(({ key, host, View, ...props }) => (
    <Fragment key={key}>{createPortal(<View {...props} />, host)}</Fragment>
  ));
}
