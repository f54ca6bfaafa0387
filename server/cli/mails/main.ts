import { readOptions, runCommand, usageOf, withDatabase } from '#server/cli/command.ts'
import { GIVEN_UP_KEPT_DAYS, givenUpMails, waitingMails } from '#server/mail/given-up.ts'

await runCommand(() => {
  readOptions({ options: {} }, usageOf('mails'))
  return withDatabase(async (db) => {
    const { count, since, deferred } = await waitingMails(db, new Date())
    console.log(count === 0 ? 'No mails are waiting.' : `Waiting mails: ${count}, the oldest since ${since}.`)
    if (deferred > 0) console.log(`Deferred by the limits of practices: ${deferred}.`)
    const givenUp = await givenUpMails(db)
    console.log(`Given up in the last ${GIVEN_UP_KEPT_DAYS} days: ${givenUp.length}.`)
    for (const { givenUpAt, kind, to, practiceId, reason } of givenUp)
      console.log([givenUpAt, kind, to, practiceId ?? '-', reason].join('\t'))
  })
})
