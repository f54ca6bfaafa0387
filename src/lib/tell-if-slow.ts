import { SLOW_MS } from './constants.ts'
import { dismissMessage, showMessage } from './messages.ts'

/** For what a person has asked for, and waits for: where it takes long, that it does. */
export async function tellIfSlow<Result>(work: () => Promise<Result>): Promise<Result> {
  let isSlow = false
  const timer = setTimeout(() => {
    isSlow = true
    showMessage('loading', 'core.text.slow')
  }, SLOW_MS)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    if (isSlow) dismissMessage('loading')
  }
}
