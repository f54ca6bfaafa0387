import { type ComponentType, Suspense, createElement, lazy, useState } from 'react'
import { isPartUnreachable } from './call-error.ts'
import { showMessage } from './messages.ts'

/**
 * A component in a chunk of its own: for dialogs, and for what is heavy; inside a route, imports are static. Until it is imported,
 * the placeholder is shown.
 */
export function createLazyModule<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
  Placeholder?: ComponentType,
) {
  let imported: ComponentType<Props> | undefined
  const load = async () => (imported = await importComponent())
  const Lazy = lazy(async () => ({ default: await load() }))

  function LazyModule(props: Props) {
    // What was imported already is there at once. It stays what it was at first: another component would lose its state.
    const [Component] = useState(() => imported)
    if (Component) return <Component {...props} />
    return <Suspense fallback={Placeholder && <Placeholder />}>{createElement(Lazy, props)}</Suspense>
  }

  /**
   * Without a connection the page stays as it is, and the press may be repeated; a chunk that a release took away is left to the
   * page's own failure, which loads it anew.
   */
  async function openAfterImport(open: () => void): Promise<void> {
    try {
      await load()
    } catch (error) {
      if (isPartUnreachable(error)) return showMessage('error', 'core.errors.generalError')
    }
    open()
  }

  return Object.assign(LazyModule, { load, openAfterImport })
}

const Nothing = () => null

/** For what a page goes without where its code cannot be fetched. */
export const orNothing =
  <Props extends object>(importComponent: () => Promise<ComponentType<Props>>) =>
  (): Promise<ComponentType<Props>> =>
    importComponent().catch(() => Nothing)
