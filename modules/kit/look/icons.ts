/**
 * The icons: one family, drawn on a grid of 24 with a stroke of 1.75 and round ends. Each is a path of
 * its own, so that a page carries only those that it shows: `<Icon name="bank" path={bankIcon} />`.
 */

export const alertIcon =
  'M12 3.8 3.4 18.7a.9.9 0 0 0 .8 1.3h15.6a.9.9 0 0 0 .8-1.3L12 3.8ZM12 10v4M12 17v.01';
export const backIcon = 'M15 5l-7 7 7 7';
export const bankIcon = 'M3.5 9.5 12 4.5l8.5 5ZM6 12.5v4M10 12.5v4M14 12.5v4M18 12.5v4M4 19.5h16';
export const calendarIcon =
  'M6 5.5h12a2 2 0 0 1 2 2V18a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7.5a2 2 0 0 1 2-2ZM4 10.2h16M8.5 3.5v4M15.5 3.5v4';
export const cardIcon =
  'M5 5.5h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2ZM3 10h18M6.8 14.7h3';
export const checkIcon = 'M5 12.5l4.5 4.5L19 7.5';
export const clockIcon = 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3 2';
export const closeIcon = 'M6 6l12 12M18 6 6 18';
export const copyIcon =
  'M10 8.5h8.5A1.5 1.5 0 0 1 20 10v9a1.5 1.5 0 0 1-1.5 1.5H10A1.5 1.5 0 0 1 8.5 19v-9A1.5 1.5 0 0 1 10 8.5ZM5.5 15.5A1.5 1.5 0 0 1 4 14V5a1.5 1.5 0 0 1 1.5-1.5H14A1.5 1.5 0 0 1 15.5 5';
export const eyeIcon =
  'M2.5 12S6 5.8 12 5.8 21.5 12 21.5 12 18 18.2 12 18.2 2.5 12 2.5 12ZM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6Z';
export const hideIcon =
  'M4 4l16 16M9.9 5.9A9 9 0 0 1 12 5.8c6 0 9.5 6.2 9.5 6.2a15 15 0 0 1-2.6 3.3M6.5 7.6A15 15 0 0 0 2.5 12s3.5 6.2 9.5 6.2a9 9 0 0 0 4.3-1.1M9.9 9.9a3 3 0 0 0 4.2 4.2';
export const historyIcon = 'M4 12a8 8 0 1 0 2.5-5.8L4 8.5M4 4v4.5h4.5M12 8v4l3 2';
export const infoIcon = 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 11.5V16M12 8v.01';
export const linkIcon =
  'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1';
export const lockIcon =
  'M7 11h10a1.5 1.5 0 0 1 1.5 1.5v6A1.5 1.5 0 0 1 17 20H7a1.5 1.5 0 0 1-1.5-1.5v-6A1.5 1.5 0 0 1 7 11ZM8.5 11V8a3.5 3.5 0 0 1 7 0v3';
export const nextIcon = 'M9.5 6l6 6-6 6';
export const outIcon =
  'M9 5H6a2 2 0 0 0-2 2v11a2 2 0 0 0 2 2h11a2 2 0 0 0 2-2v-3M13.5 4H20v6.5M20 4l-9.5 9.5';
export const plusIcon = 'M12 5v14M5 12h14';
export const printIcon =
  'M7 8.5V4h10v4.5M7 16.5H5.5a2 2 0 0 1-2-2v-4a2 2 0 0 1 2-2h13a2 2 0 0 1 2 2v4a2 2 0 0 1-2 2H17M7 13.5h10V20H7Z';
export const receiptIcon = 'M6 3.5h12v17l-2-1.5-2 1.5-2-1.5-2 1.5-2-1.5-2 1.5ZM9.5 8h5M9.5 12h5';
export const repeatIcon =
  'M4.5 11A7.6 7.6 0 0 1 17.3 6.3L19.5 8.5M19.5 4v4.5H15M19.5 13A7.6 7.6 0 0 1 6.7 17.7L4.5 15.5M4.5 20v-4.5H9';
export const searchIcon = 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14ZM16.2 16.2l4.3 4.3';
export const settingsIcon =
  'M4 8h9M17 8h3M4 16h3M11 16h9M15 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4ZM9 14a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z';
export const shieldIcon =
  'M12 3.5l7.5 2.5v5.5c0 4.5-3 7.5-7.5 9-4.5-1.5-7.5-4.5-7.5-9V6ZM8.5 12l2.5 2.5 4.5-5';
export const skipIcon = 'M5.5 6l8 6-8 6ZM18 6v12';
export const trashIcon = 'M4.5 6.5h15M9.5 6.5V4h5v2.5M6.5 6.5l1 13.5h9l1-13.5M10 10.5v6M14 10.5v6';
export const unlinkIcon =
  'M9 15a4 4 0 0 0 5.7.7l1.3-1M15 9a4 4 0 0 0-5.7-.7l-4 4a4 4 0 0 0 5.7 5.7l1-1M12 6.3l1-1A4 4 0 0 1 19 10.7M4 4l16 16';
export const userIcon = 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20a7.5 7.5 0 0 1 15 0';
