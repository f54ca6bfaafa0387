import { canonicalUsername } from '#contract/email.ts'
import { openForCommand, runCommand } from '#server/cli/command.ts'
import { createInvitationLink, passwordLinkUrl } from '#server/mail/password-link.ts'
import { readSettings } from '#server/node/settings.ts'
import { readStaff } from './arguments.ts'
import { deactivateStaff, resetFactor, saveStaff } from './save-staff.ts'

await runCommand(async () => {
  const staff = readStaff(process.argv.slice(2))
  const settings = readSettings(process.env)
  const { db, close } = await openForCommand(settings)
  try {
    const now = new Date()
    if ('resetFactor' in staff) {
      await resetFactor(db, staff, now)
      console.log(`${staff.username} has no second factor any more, and is signed out everywhere.`)
      return 0
    }
    if ('deactivate' in staff) {
      await deactivateStaff(db, staff, now)
      console.log(`${staff.username} is staff of ${staff.practiceId} no more.`)
      return 0
    }
    const { accountId, hasPassword, state } = await saveStaff(db, staff, now)
    if (state === 'active') {
      console.log(`${staff.username} is ${staff.roles[0]} of ${staff.practiceId}.`)
      return 0
    }
    console.log(`${staff.username} is offered to be ${staff.roles[0]} of ${staff.practiceId}.`)
    if (hasPassword) {
      console.log(`It is accepted in the portal, by who signs in there: ${settings.publicUrl}`)
      return 0
    }
    const invitation = { accountId, practiceId: staff.practiceId, way: 'operator', isOffer: true, now } as const
    const token = await createInvitationLink(db, invitation)
    console.log(
      `It is accepted by choosing a password, within 14 days:\n${passwordLinkUrl(settings.publicUrl, token, canonicalUsername(staff.username))}`,
    )
    return 0
  } finally {
    await close()
  }
})
