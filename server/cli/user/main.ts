import { canonicalUsername } from '#contract/email.ts'
import { runCommand, withDatabase } from '#server/cli/command.ts'
import { createInvitationLink, passwordLinkUrl } from '#server/mail/password-link.ts'
import { readStaff } from './arguments.ts'
import { deactivateStaff, resetFactor, saveStaff } from './save-staff.ts'

await runCommand(() => {
  const staff = readStaff(process.argv.slice(2))
  return withDatabase(async (db, settings) => {
    const now = new Date()
    if ('resetFactor' in staff) {
      await resetFactor(db, staff, now)
      console.log(`${staff.username} has no second factor any more, and is signed out everywhere.`)
      return
    }
    if ('deactivate' in staff) {
      await deactivateStaff(db, staff, now)
      console.log(`${staff.username} is staff of ${staff.practiceId} no more.`)
      return
    }
    const { accountId, hasPassword, state } = await saveStaff(db, staff, now)
    if (state === 'active') {
      console.log(`${staff.username} is ${staff.roles[0]} of ${staff.practiceId}.`)
      return
    }
    console.log(`${staff.username} is offered to be ${staff.roles[0]} of ${staff.practiceId}.`)
    if (hasPassword) {
      console.log(`It is accepted in the portal, by who signs in there: ${settings.publicUrl}`)
      return
    }
    const invitation = { accountId, practiceId: staff.practiceId, way: 'operator', isOffer: true, now } as const
    const token = await createInvitationLink(db, invitation)
    console.log(
      `It is accepted by choosing a password, within 14 days:\n${passwordLinkUrl(settings.publicUrl, token, canonicalUsername(staff.username))}`,
    )
  })
})
