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
      console.log(`The second factor of ${staff.username} was removed, and the account was signed out everywhere.`)
      return
    }
    if ('deactivate' in staff) {
      await deactivateStaff(db, staff, now)
      console.log(`${staff.username} is no longer staff of ${staff.practiceId}.`)
      return
    }
    const { accountId, hasPassword, state } = await saveStaff(db, staff, now)
    if (state === 'active') {
      console.log(`${staff.username} is ${staff.roles[0]} of ${staff.practiceId}.`)
      return
    }
    console.log(`${staff.username} was offered the role ${staff.roles[0]} of ${staff.practiceId}.`)
    if (hasPassword) {
      console.log(`Accept it by signing in to the portal: ${settings.publicUrl}`)
      return
    }
    const invitation = { accountId, practiceId: staff.practiceId, way: 'operator', isOffer: true, now } as const
    const token = await createInvitationLink(db, invitation)
    console.log(
      `Accept it by choosing a password within 14 days:\n${passwordLinkUrl(settings.publicUrl, token, canonicalUsername(staff.username))}`,
    )
  })
})
