import { type ComponentType, Suspense, createElement, lazy, useState } from 'react'
import { isPartUnreachable } from './call-error.ts'
import { showMessage } from './messages.ts'

/**
 * Creates a component that is loaded from a separate chunk, for dialogs and large parts. The placeholder is shown until then.
 */
export function createLazyModule<Props extends object>(
  importComponent: () => Promise<ComponentType<Props>>,
  Placeholder?: ComponentType,
) {
  let imported: ComponentType<Props> | undefined
  const load = async () => (imported = await importComponent())
  const Lazy = lazy(async () => ({ default: await load() }))

  function LazyModule(props: Props) {
    // A loaded component renders at once. The choice is fixed per mount, because a switch would lose the state.
    const [Component] = useState(() => imported)
    if (Component) return <Component {...props} />
    return <Suspense fallback={Placeholder && <Placeholder />}>{createElement(Lazy, props)}</Suspense>
  }

  /**
   * Opens the component once it is loaded. Without a connection the page stays, and the user can try again. If a release has
   * removed the chunk, rendering fails and the error screen of the page reloads it.
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

const NullComponent = () => null

/** Renders nothing if the code of an optional part cannot be loaded. */
export const orNull =
  <Props extends object>(importComponent: () => Promise<ComponentType<Props>>) =>
  (): Promise<ComponentType<Props>> =>
    importComponent().catch(() => NullComponent)
