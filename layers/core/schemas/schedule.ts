/** When a bill is paid, in days before its due date; `immediately` as soon as it is received. */
export const schedules = {
  'ten-days-before': { daysBefore: 10 },
  'five-days-before': { daysBefore: 5 },
  'day-before': { daysBefore: 1 },
  'on-due-date': { daysBefore: 0 },
  immediately: { daysBefore: undefined },
} as const satisfies Record<string, { readonly daysBefore: number | undefined }>;

export type Schedule = keyof typeof schedules;

export const scheduleValues = Object.keys(schedules) as Schedule[];
