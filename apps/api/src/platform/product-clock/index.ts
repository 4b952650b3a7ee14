export { bindProductClock, onClockMoved, startProductClock } from './product-clock.ts';
