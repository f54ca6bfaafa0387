export const REQUEST_KINDS = ['REPEAT_MEDICINE', 'APPOINTMENT', 'QUESTION', 'DETAILS'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

export const REQUEST_STATES = ['sent', 'seen', 'answered', 'declined', 'withdrawn'] as const
export type RequestState = (typeof REQUEST_STATES)[number]
export const WAITING_STATES = ['sent', 'seen'] as const satisfies readonly RequestState[]
/** Whether a request waits for the practice. An unknown state of another API does not count as waiting. */
export const isWaiting = (state: RequestState): boolean => WAITING_STATES.some((waiting) => waiting === state)
export const REQUEST_OUTCOMES = ['answered', 'declined'] as const satisfies readonly RequestState[]
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number]

export const APPOINTMENT_WISHES = ['BOOK', 'MOVE', 'CANCEL'] as const
export type AppointmentWish = (typeof APPOINTMENT_WISHES)[number]
export const WEEKDAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const
export type Weekday = (typeof WEEKDAYS)[number]
export const PARTS_OF_DAY = ['MORNING', 'AFTERNOON', 'EVENING'] as const
export type PartOfDay = (typeof PARTS_OF_DAY)[number]

/** Fields of their own record that owners may report as wrong. */
export const DETAIL_FIELDS = [
  'firstName',
  'lastName',
  'companyName',
  'street',
  'houseNumber',
  'postalCode',
  'city',
  'phone',
  'mobile',
  'email',
] as const
export type DetailField = (typeof DETAIL_FIELDS)[number]

/** Maximum number of requests from one account in 24 hours. */
export const REQUESTS_PER_DAY = 20
/** Maximum number of waiting requests of one practice. */
export const MAX_WAITING_REQUESTS = 10_000
export const MAX_REQUEST_TEXT = 4000
export const MAX_ANSWER_TEXT = 4000
export const MAX_PRODUCTS = 20
export const MAX_REMINDERS = 50
export const MAX_PHOTOS = 4
/** Maximum length of a photo's longer side in pixels; the browser scales the photo down. */
export const PHOTO_SIDE = 2000
export const MAX_PHOTO_BYTES = 4 * 1024 * 1024
export const PHOTO_TYPES = ['image/jpeg', 'image/png'] as const
/** Hours after which a photo without a request is removed. */
export const PHOTO_HOURS = 24
/** Maximum number of saved replies per practice. */
export const MAX_ANSWER_TEMPLATES = 20
