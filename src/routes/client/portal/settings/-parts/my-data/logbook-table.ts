import type { LogbookEntry } from '#contract/schemas/logbook.ts'
import { dayCell, numberCell } from '#contract/csv.ts'
import { type Columns, wordCell } from './cells.ts'

export const LOGBOOK: Columns<LogbookEntry & { of: string }> = [
  ['client.myData.field.animal', ({ of }) => of],
  ['client.myData.field.date', ({ date }) => dayCell(date)],
  ['client.myData.field.kind', ({ kind }, intl) => wordCell(kind, 'client.logbook.kind', intl)],
  ['client.myData.field.description', ({ description }) => description],
  ['client.myData.field.veterinarian', ({ veterinarian }) => veterinarian],
  ['client.myData.field.product', ({ productName }) => productName],
  ['client.myData.field.registrationNumber', ({ registrationNumber }) => registrationNumber],
  ['client.myData.field.channel', ({ channel }) => channel],
  ['client.myData.field.batchNumber', ({ batchNumber }) => batchNumber],
  ['client.myData.field.expiryDate', ({ expiryDate }) => dayCell(expiryDate)],
  ['client.myData.field.quantity', ({ quantity }) => numberCell(quantity)],
  ['client.myData.field.unit', ({ unit }) => unit],
  ['client.myData.field.indication', ({ indication }) => indication],
  ['client.myData.field.dosage', ({ dosage }) => dosage],
  ['client.myData.field.route', ({ route }) => route],
  ['client.myData.field.durationDays', ({ durationDays }) => numberCell(durationDays)],
  ['client.myData.field.withdrawalMeatDays', ({ withdrawalMeatDays }) => numberCell(withdrawalMeatDays)],
  ['client.myData.field.withdrawalMilkDays', ({ withdrawalMilkDays }) => numberCell(withdrawalMilkDays)],
  ['client.myData.field.withdrawalMilkHours', ({ withdrawalMilkHours }) => numberCell(withdrawalMilkHours)],
  ['client.myData.field.withdrawalEggDays', ({ withdrawalEggDays }) => numberCell(withdrawalEggDays)],
  ['client.myData.field.animals', ({ animals }) => animals],
  ['client.myData.field.location', ({ location }) => location],
  ['client.myData.field.supplier', ({ supplier }) => supplier],
]
