import Bell from 'lucide-react/icons/bell'
import LogOut from 'lucide-react/icons/log-out'
import PawPrint from 'lucide-react/icons/paw-print'
import { useState } from 'react'
import { useMediaQuery } from '../use-media-query.ts'
import { NARROW } from '#src/lib/constants.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Card } from '#src/ui/data/card.tsx'
import { AppName, Header, HeaderPlace, MenuButton, headerLinkClass, headerNameClass } from '#src/ui/layout/header.tsx'
import { InHeader } from '#src/ui/layout/in-header.tsx'
import { NavLink } from '#src/ui/navigation/nav-link.tsx'
import { Page, PageHead, Split, Stack } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { Main, MainOnce, Shell, SkipLink } from '#src/ui/layout/shell.tsx'
import { SIDEBAR_ID, Sidebar } from '#src/ui/layout/sidebar.tsx'
import { SignIn } from '#src/ui/layout/sign-in.tsx'
import { Wall } from '#src/ui/figures/wall.tsx'
import { type Group, State, useSay } from '../part.tsx'

function Shells() {
  const say = useSay()
  const narrow = useMediaQuery(NARROW)
  const [open, setOpen] = useState(false)
  return (
    <Shell withSidebar>
      <SkipLink />
      <Header withPlace>
        <MenuButton open={open} controls={SIDEBAR_ID} onToggle={() => setOpen(!open)} />
        <AppName to="/" />
        <HeaderPlace />
        <InHeader>
          <strong>{say('Dierenkliniek De Krekel', 'De Krekel veterinary clinic')}</strong>
        </InHeader>
        <span className={headerNameClass}>
          <PawPrint />
          <span>Annelies van den Berg</span>
        </span>
        <button type="button" className={headerLinkClass}>
          <LogOut />
          <span>{say('Uitloggen', 'Sign out')}</span>
        </button>
      </Header>
      <Sidebar
        label={say('Hoofdmenu', 'Main menu')}
        narrow={narrow}
        open={open}
        onClose={() => setOpen(false)}
        footer={<p className="muted small">{say('Onderin', 'At the foot')}</p>}
      >
        <NavLink to="/client/portal/reminders" icon={Bell} label={say('Herinneringen', 'Reminders')} badge={3} />
        <NavLink to="/client/patients" icon={PawPrint} label={say('Dieren', 'Animals')} />
      </Sidebar>
      <Main>
        <MainOnce>
          <Page>
            <PageHead
              title={say('Herinneringen', 'Reminders')}
              lead={say('Wat uw dieren nodig hebben', 'What your animals need')}
              actions={<Button variant="secondary">{say('Opslaan', 'Save')}</Button>}
            />
            <Panel padded>{say('Inhoud', 'Content')}</Panel>
          </Page>
        </MainOnce>
      </Main>
    </Shell>
  )
}

function Splits() {
  const say = useSay()
  const content = (
    <Stack>
      <Panel padded>{say('Inhoud', 'Content')}</Panel>
      <Panel padded>{say('Meer inhoud', 'More content')}</Panel>
    </Stack>
  )
  const aside = <Panel padded>{say('Ernaast', 'Aside')}</Panel>
  return (
    <>
      <State name="Split: the content comes first" wide>
        <Split>
          {content}
          {aside}
        </Split>
      </State>
      <State name="the aside comes first, and stands to the right" wide>
        <Split lead="right">
          {aside}
          {content}
        </Split>
      </State>
    </>
  )
}

function CardSizes() {
  const say = useSay()
  const header = (
    <>
      <h2>{say('Welkom terug', 'Welcome back')}</h2>
      <p>{say('Voor inloggen en wachtwoord', 'For signing in and passwords')}</p>
    </>
  )
  const body = <p>{say('Inhoud', 'Content')}</p>
  return (
    <>
      <State name="small, with header and footer" wide>
        <Card header={header} footer={say('Voet', 'Foot')}>
          {body}
        </Card>
      </State>
      <State name="large, centred, neither" wide>
        <Card size="large" centred>
          {body}
        </Card>
      </State>
    </>
  )
}

function SignIns() {
  const say = useSay()
  return (
    <SignIn>
      <Card header={<h1>{say('Welkom terug', 'Welcome back')}</h1>}>
        <Button variant="primary" block>
          {say('Inloggen', 'Sign in')}
        </Button>
      </Card>
    </SignIn>
  )
}

export const PAGES: Group = {
  title: 'Pages',
  parts: [
    {
      name: 'Shell, Header, Sidebar, Main',
      about: 'At 1024 px and under the sidebar slides over the page.',
      keys: 'Tab begins at the link to the content. Escape closes the sidebar and gives the focus back.',
      whole: 640,
      Show: Shells,
    },
    { name: 'Page, PageHead, Split, Stack', about: 'They answer to their own width.', Show: Splits },
    { name: 'Card', Show: CardSizes },
    { name: 'SignIn', about: 'A card beside the wall.', whole: 640, Show: SignIns },
    { name: 'Wall', about: 'One row of it on a narrow screen.', whole: 320, Show: Wall },
  ],
}
