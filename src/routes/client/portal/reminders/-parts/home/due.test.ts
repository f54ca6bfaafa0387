import type { Reminder } from '#contract/schemas/reminder.ts'
import { expect, test } from 'vitest'
import { dueByAnimal } from './due.ts'

const TODAY = '2026-11-23'

const reminder = (uuid: string, date: string | undefined, patientName?: string, patientUuid?: string) =>
  ({ uuid, date, patientName, patientUuid }) as Reminder
const told = (reminders: Reminder[]) => dueByAnimal(reminders, TODAY).map((of) => of.map(({ uuid }) => uuid).join(' '))

test('dueByAnimal has late and current reminders by animal, oldest first', () => {
  expect(
    told([
      reminder('tomorrow', '2026-11-24', 'Bella', 'b'),
      reminder('undated', undefined, 'Bella', 'b'),
      reminder('today', '2026-11-23', 'Bella', 'b'),
      reminder('simba', '2026-11-20', 'Simba', 's'),
      reminder('late', '2026-09-09', 'Bella', 'b'),
    ]),
  ).toEqual(['late today', 'simba'])
})

test('dueByAnimal groups by uuid, or else by name, or else not', () => {
  expect(
    told([
      reminder('1', '2026-01-01', 'Bella', 'b'),
      reminder('2', '2026-01-02', 'Bella', 'c'),
      reminder('3', '2026-01-03', 'Bo'),
      reminder('4', '2026-01-04', 'Bo'),
      reminder('5', '2026-01-05'),
      reminder('6', '2026-01-06'),
    ]),
  ).toEqual(['1', '2', '3 4', '5', '6'])
})
