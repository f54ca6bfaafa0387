import type { RegisteredRouter } from '@tanstack/react-router'
import { createLazyModule } from '#src/lib/lazy-module.tsx'

export const ClientSheet = createLazyModule(async () => (await import('./client-sheet.tsx')).ClientSheet)

/** Opens the sheet of a client over the page of the clinic's area that is on screen. */
export const openClientSheet = (router: RegisteredRouter, clientId: string): Promise<void> =>
  ClientSheet.openAfterImport(
    () =>
      void router.navigate({
        to: '.',
        search: (now) => ({ ...now, client: clientId }),
        state: { sheet: true },
        resetScroll: false,
      }),
  )

/** Back to where it was opened; where it was entered by its address, to the page below it. */
export function closeClientSheet(router: RegisteredRouter): void {
  if (router.history.location.state.sheet) return router.history.back()
  void router.navigate({
    to: '.',
    search: (now) => ({ ...now, client: undefined }),
    replace: true,
    resetScroll: false,
  })
}
