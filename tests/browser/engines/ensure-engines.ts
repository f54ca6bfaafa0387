import { missingPackages } from './engines.ts'

const missing = missingPackages()
if (missing.length > 0) {
  console.error(
    `The tests in Firefox and WebKit need: sudo apt-get install ${missing.join(' ')} (on Debian and Ubuntu).`,
  )
  process.exit(1)
}
