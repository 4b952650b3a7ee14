export { createOutbound, OutboundError, type Outbound } from './outbound.ts';
