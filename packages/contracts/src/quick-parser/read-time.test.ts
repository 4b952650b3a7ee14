import { expect, test } from 'vitest';
import { readTime } from './read-time.ts';

test.each([
  ['17:30', '17:30'],
  ['5:30 pm', '17:30'],
  ['5:30 p.m.', '17:30'],
  ['5pm', '17:00'],
  [' 5  PM ', '17:00'],
  ['5.30pm', '17:30'],
  ['12 am', '00:00'],
  ['12pm', '12:00'],
  ['9', '09:00'],
  ['0:05', '00:05'],
  ['शाम 5 बजे', '17:00'],
  ['शाम ५:३०', '17:30'],
  ['सुबह 9 बजे', '09:00'],
  ['रात 11 बजे', '23:00'],
  ['14 बजे', '14:00'],
])('parses %s as %s', (typed, time) => {
  expect(readTime(typed)).toBe(time);
});

test.each(['', 'noonish', '25:00', '24:00', '13pm', '0 am', '5:60', '5 pm tomorrow', '5:3', '123'])(
  'rejects %s',
  (typed) => {
    expect(readTime(typed)).toBeNull();
  },
);
