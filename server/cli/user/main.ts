import { canonicalUsername } from '#contract/username.ts'
import { openForCommand, runCommand } from '#server/cli/command.ts'
import { createPasswordLink, passwordLinkUrl } from '#server/mail/password-link.ts'
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
    const { accountId, isNew, hasPassword } = await saveStaff(db, staff, now)
    console.log(`${staff.username} is ${staff.roles[0]} of ${staff.practiceId}${isNew ? '' : ' (changed)'}.`)
    if (hasPassword) {
      console.log('The password is the one that is there already.')
      return 0
    }
    const token = await createPasswordLink(db, accountId, 'activation', now)
    console.log(
      `To set a password, within 14 days:\n${passwordLinkUrl(settings.publicUrl, token, canonicalUsername(staff.username))}`,
    )
    return 0
  } finally {
    await close()
  }
})
