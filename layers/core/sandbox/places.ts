/** Where the sandbox's local companies are. */
type Place = {
  readonly lat: number;
  readonly lng: number;
  readonly city: string;
  readonly stateShort: string;
  readonly stateLong: string;
  readonly zipcode: string;
};

function place(
  city: string,
  [stateShort, stateLong]: readonly [string, string],
  zipcode: string,
  [lat, lng]: readonly [number, number],
): Place {
  return { lat, lng, city, stateShort, stateLong, zipcode };
}

const texas = ['TX', 'Texas'] as const;
const california = ['CA', 'California'] as const;
const newYork = ['NY', 'New York'] as const;

export const places = {
  austin: place('Austin', texas, '78701', [30.2672, -97.7431]),
  sanMarcos: place('San Marcos', texas, '78666', [29.8833, -97.9414]),
  dallas: place('Dallas', texas, '75201', [32.7767, -96.797]),
  sacramento: place('Sacramento', california, '95814', [38.5816, -121.4944]),
  oakland: place('Oakland', california, '94607', [37.8044, -122.2712]),
  sanJose: place('San Jose', california, '95113', [37.3382, -121.8863]),
  albany: place('Albany', newYork, '12207', [42.6526, -73.7562]),
  brooklyn: place('Brooklyn', newYork, '11201', [40.6782, -73.9442]),
  columbus: place('Columbus', ['OH', 'Ohio'], '43215', [39.9612, -82.9988]),
  madison: place('Madison', ['WI', 'Wisconsin'], '53703', [43.0731, -89.4012]),
  denver: place('Denver', ['CO', 'Colorado'], '80202', [39.7392, -104.9903]),
  boise: place('Boise', ['ID', 'Idaho'], '83702', [43.615, -116.2023]),
  portland: place('Portland', ['OR', 'Oregon'], '97204', [45.5152, -122.6784]),
  raleigh: place('Raleigh', ['NC', 'North Carolina'], '27601', [35.7796, -78.6382]),
  orlando: place('Orlando', ['FL', 'Florida'], '32801', [28.5383, -81.3792]),
} as const satisfies Record<string, Place>;

export type PlaceName = keyof typeof places;
