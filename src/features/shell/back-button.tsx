import { useRouter } from '@tanstack/react-router'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { FormattedMessage } from 'react-intl'
import { homePath } from '#src/session/home-path.ts'
import { Button } from '#src/ui/forms/button.tsx'

/** One step back in history; home where there is none, as after opening a link from a mail. */
export function BackButton() {
  const router = useRouter()
  function back() {
    // A mistyped address is a full load, of which the router's own count knows nothing; the browser's counts our pages only.
    const canGoBack = window.navigation?.canGoBack ?? router.history.canGoBack()
    if (canGoBack) router.history.back()
    else void router.navigate({ to: homePath(), replace: true })
  }
  return (
    <Button variant="primary" icon={ArrowLeft} onClick={back}>
      <FormattedMessage id="core.buttons.back" />
    </Button>
  )
}
