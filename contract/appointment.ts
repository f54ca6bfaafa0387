export const APPOINTMENT_STATUSES = ['BOOKED', 'DONE', 'CANCELLED'] as const
