import type { InferType } from 'yup'
import { REMINDER_TYPES } from '../reminder.ts'
import { REQUEST_KINDS } from '../request.ts'
import { isoDate, listOf, object, oneOf, total } from './fields.ts'

const waitedSchema = object({
  count: total(),
  median: total().meta({ description: 'Median waiting time in minutes.' }),
  most: total().meta({ description: '90th percentile of the waiting time in minutes.' }),
}).meta({ title: 'Waited' })
/** Waiting times of requests that have been seen or answered. */
export type Waited = InferType<typeof waitedSchema>

const reminderFiguresSchema = object({
  type: oneOf(REMINDER_TYPES).required().meta({ description: 'OTHER for reminders without a type.' }),
  due: total(),
  doneIn30: total().meta({ description: 'Done before the due day, or within 30 days after it.' }),
  doneIn90: total(),
  done: total().meta({ description: 'Done at all, also on an unknown day.' }),
  pending: total().meta({ description: 'Not done, and not yet 90 days late.' }),
}).meta({ title: 'ReminderFigures' })
export type ReminderFigures = InferType<typeof reminderFiguresSchema>

const requestFiguresSchema = object({
  kind: oneOf(REQUEST_KINDS).required(),
  sent: total(),
  seen: waitedSchema.required().meta({ description: 'Until staff opened them.' }),
  answered: waitedSchema.required().meta({ description: 'Until they were answered or declined.' }),
}).meta({ title: 'RequestFigures' })
export type RequestFigures = InferType<typeof requestFiguresSchema>

const animalFiguresSchema = object({
  alive: total().meta({ description: 'Not deceased, and with the practice.' }),
  planned: total().meta({ description: 'Have a reminder that is still to be done.' }),
  without: total().meta({ description: 'Never had a reminder.' }),
}).meta({ title: 'AnimalFigures' })
export type AnimalFigures = InferType<typeof animalFiguresSchema>

const clientFiguresSchema = object({
  mailed: total().meta({ description: 'Have opened the practice, and get the weekly mail.' }),
  activated: total().meta({ description: 'Have opened the practice, and get no weekly mail.' }),
  invited: total().meta({ description: 'Registered and invited, and have not opened the practice.' }),
  notInvited: total().optional().meta({ description: 'Registered, and were sent no invitation yet.' }),
  locked: total(),
  withEmail: total().meta({ description: 'Not registered, with an e-mail address.' }),
  withoutEmail: total().meta({ description: 'Not registered, without an e-mail address.' }),
}).meta({ title: 'ClientFigures' })
/** Current numbers of clients; each client is in exactly one of them. */
export type ClientFigures = InferType<typeof clientFiguresSchema>

const monthStartSchema = object({
  day: isoDate()
    .required()
    .meta({ description: 'First day of a month, or the first day on which the server counted.' }),
  animals: total().meta({ description: 'Not deceased, and with the practice.' }),
  clients: total(),
  users: total().meta({ description: 'Clients that have opened the practice.' }),
  invited: total().meta({ description: 'Clients that were invited, and have not opened the practice.' }),
}).meta({ title: 'MonthStart' })
export type MonthStart = InferType<typeof monthStartSchema>

export const practiceFiguresSchema = object({
  from: isoDate().required(),
  until: isoDate().required().meta({ description: 'Inclusive; today at the latest.' }),
  reminders: listOf(reminderFiguresSchema).meta({
    description:
      'Reminders that came due in the period, by type. Cancelled reminders are left out, and those not done of animals that have died or left.',
  }),
  requests: listOf(requestFiguresSchema).meta({ description: 'Requests sent in the period, by kind.' }),
  animals: animalFiguresSchema.required(),
  clients: clientFiguresSchema.required(),
  monthStarts: listOf(monthStartSchema).meta({
    description: 'Counts at the start of this month and of last month, the latest first; empty until the first count.',
  }),
}).meta({ title: 'PracticeFigures' })
export type PracticeFigures = InferType<typeof practiceFiguresSchema>
