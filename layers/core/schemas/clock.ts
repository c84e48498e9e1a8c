import * as v from 'valibot';
import { givenInstant, instant } from './fields.ts';

export const givenClock = v.object({ now: givenInstant });

export const clock = v.object({ now: instant, advancing: v.boolean() });
