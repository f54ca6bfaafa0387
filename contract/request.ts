export const REQUEST_KINDS = ['REPEAT_MEDICINE', 'APPOINTMENT', 'QUESTION', 'DETAILS'] as const
export type RequestKind = (typeof REQUEST_KINDS)[number]

/** `asked` and `replied`: the practice has written, and waits for the owner or leaves the request open. */
export const REQUEST_STATES = ['sent', 'seen', 'asked', 'replied', 'answered', 'declined', 'withdrawn'] as const
export type RequestState = (typeof REQUEST_STATES)[number]
export const WAITING_STATES = ['sent', 'seen'] as const satisfies readonly RequestState[]
/** Whether a request waits for the practice. An unknown state of another API does not count as waiting. */
export const isWaiting = (state: RequestState): boolean => WAITING_STATES.some((waiting) => waiting === state)
/** States in which both sides may write. */
export const OPEN_STATES = ['sent', 'seen', 'asked', 'replied'] as const satisfies readonly RequestState[]
export const isOpen = (state: RequestState): boolean => OPEN_STATES.some((open) => open === state)
export const REQUEST_OUTCOMES = ['answered', 'declined'] as const satisfies readonly RequestState[]
export type RequestOutcome = (typeof REQUEST_OUTCOMES)[number]
/** States to which a message of the practice leads. */
export const MESSAGE_OUTCOMES = ['asked', 'replied', ...REQUEST_OUTCOMES] as const satisfies readonly RequestState[]
export type MessageOutcome = (typeof MESSAGE_OUTCOMES)[number]
export const REQUEST_SIDES = ['owner', 'practice'] as const
export type RequestSide = (typeof REQUEST_SIDES)[number]

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
/** Maximum number of messages of one account in 24 hours, besides its requests. */
export const MESSAGES_PER_DAY = 100
/** Maximum number of messages of each side in one request. */
export const MAX_MESSAGES = 100
/** Days in which an owner can reopen a request that the practice has ended. */
export const REOPEN_DAYS = 7
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
