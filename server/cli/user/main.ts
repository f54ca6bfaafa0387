import { canonicalUsername } from '#contract/email.ts'
import { runCommand, withDatabase } from '#server/cli/command.ts'
import { readStaff } from './arguments.ts'
import { deactivateStaff, howToAccept, resetFactor, saveStaff } from './save-staff.ts'

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
    const { username, practiceId } = staff
    const { publicUrl } = settings
    const about = { accountId, hasPassword, practiceId, username: canonicalUsername(username), publicUrl, now }
    console.log(await howToAccept(db, about))
  })
})
