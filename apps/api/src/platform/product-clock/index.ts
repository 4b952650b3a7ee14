export { bindProductClock, startProductClock } from './product-clock.ts';
