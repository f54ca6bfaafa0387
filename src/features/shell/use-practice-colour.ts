import { useLayoutEffect } from 'react'
import type { Practice } from '#contract/schemas/practice.ts'
import { showColour } from '#src/lib/practice-colours.ts'

/** Shows the pages of an area in the colour of its practice. The pages after it, such as the sign-in page, keep that colour. */
export function usePracticeColour(practice: Pick<Practice, 'name' | 'colour'> | undefined): void {
  // Without a name, the practice has not loaded; the colours from before a reload remain.
  const isKnown = Boolean(practice?.name)
  const colour = practice?.colour
  // The style sheet is outside of React. A layout effect changes it before the next paint.
  useLayoutEffect(() => {
    if (isKnown) showColour(colour)
  }, [isKnown, colour])
}
