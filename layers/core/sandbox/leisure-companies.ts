/**
 * Subscriptions, clubs, roads, clinics and schools. All names are invented; domains end in
 * `.example`, which nobody can own.
 */
import type { CompanyRow } from './company-row.ts';
import { fees } from './fees.ts';

/** What subscriptions have in common: a card on file that can be swapped, and no way to stop. */
const subscription = {
  login: 'email',
  requires: 'card',
  products: ['bill', 'payment', 'swap'],
  subscription: true,
  urls: ['signup', 'forgotPassword'],
} as const satisfies Partial<CompanyRow>;

const subscriptions: readonly CompanyRow[] = [
  {
    ...subscription,
    name: 'Velvetreel',
    categories: ['tv-streaming', 'subscriptions'],
    logo: '#9d0208',
    dollars: [8, 23],
  },
  {
    ...subscription,
    name: 'Moonbarge Streaming',
    categories: ['tv-streaming', 'subscriptions'],
    logo: '#240046',
    dollars: [6, 18],
  },
  {
    ...subscription,
    name: 'Puddlejump Kids TV',
    categories: ['tv-streaming', 'subscriptions'],
    logo: 'photo',
    dollars: [4, 10],
  },
  {
    ...subscription,
    name: 'Humdinger Music',
    categories: ['subscriptions'],
    logo: '#1b7f5c',
    dollars: [5, 17],
  },
  {
    ...subscription,
    name: 'Inkfathom Audiobooks',
    categories: ['subscriptions'],
    logo: '#463f57',
    dollars: [8, 15],
  },
  {
    ...subscription,
    name: 'Daily Heronpost',
    categories: ['subscriptions'],
    dollars: [4, 30],
    schedule: 'immediately',
  },
  {
    ...subscription,
    name: 'Turnipbox Meals',
    categories: ['subscriptions'],
    logo: '#4f7a4e',
    dollars: [40, 130],
  },
  {
    ...subscription,
    name: 'Cloudnook Storage',
    categories: ['subscriptions'],
    logo: '#2f78ba',
    dollars: [2, 12],
    autopay: 'set-by-company',
  },
  {
    ...subscription,
    name: 'Pixelmarsh Games',
    categories: ['subscriptions'],
    logo: 'photo',
    dollars: [5, 20],
    products: ['swap'],
    maintenance: true,
  },
];

const clubsAndRoads: readonly CompanyRow[] = [
  {
    ...subscription,
    name: 'Ironbadger Gym',
    categories: ['fitness', 'subscriptions'],
    at: 'austin',
    logo: '#343a40',
    dollars: [20, 60],
  },
  {
    name: 'Stillheron Yoga',
    categories: ['fitness'],
    logo: '#466a7a',
    at: 'oakland',
    login: 'email',
    dollars: [30, 110],
    products: ['bill', 'payment', 'swap'],
    needsCardCode: true,
  },
  {
    name: 'Quarrylake Swim Club',
    categories: ['fitness'],
    logo: '#1d6fa5',
    at: 'boise',
    dollars: [25, 80],
    bills: 'none',
  },
  {
    name: 'Rushtern Tollways',
    categories: ['tolls'],
    logo: '#a8441c',
    at: 'dallas',
    login: 'username-zipcode',
    dollars: [5, 60],
    customAmount: 'any',
    products: ['bill', 'payment', 'swap'],
  },
  {
    name: 'Sunspar Toll Road',
    categories: ['tolls'],
    at: 'orlando',
    logo: '#c0610f',
    login: 'username-account',
    dollars: [4, 45],
    fees: fees.debitOnly,
  },
  {
    name: 'Kerbmallow Parking',
    categories: ['tolls'],
    logo: '#4f5d2f',
    login: 'email-phone',
    dollars: [10, 90],
    requires: 'card',
  },
];

const care: readonly CompanyRow[] = [
  {
    name: 'Willowmend Clinic',
    categories: ['medical'],
    at: 'madison',
    dollars: [40, 520],
    customAmount: 'up-to-balance',
    fees: fees.creditOnly,
  },
  {
    name: 'Brightmolar Dental',
    categories: ['medical'],
    logo: '#177a9c',
    at: 'sanJose',
    login: 'email',
    dollars: [35, 380],
    urls: [],
  },
  {
    name: 'Larchfield College',
    categories: ['education'],
    at: 'albany',
    dollars: [300, 2400],
    customAmount: 'up-to-balance',
    fees: fees.amexSpelling,
  },
  {
    name: 'Acornsteps Preschool',
    categories: ['education'],
    logo: '#a8611b',
    at: 'denver',
    login: 'email',
    bills: 'two',
    dollars: [180, 760],
    fees: fees.bankFlat,
  },
];

export const leisureCompanies: readonly CompanyRow[] = [
  ...subscriptions,
  ...clubsAndRoads,
  ...care,
];
