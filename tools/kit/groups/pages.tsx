import Bell from 'lucide-react/icons/bell'
import { useState } from 'react'
import { NARROW } from '#src/lib/constants.ts'
import { Card } from '#src/ui/data/card.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { AppName, Header, HeaderPlace, MenuButton, headerLinkClass, headerNameClass } from '#src/ui/layout/header.tsx'
import { InHeader } from '#src/ui/layout/in-header.tsx'
import { Block } from '#src/ui/layout/block.tsx'
import { Page, PageHead, Split, Stack } from '#src/ui/layout/page.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { Main, MainOnce, Shell, SkipLink } from '#src/ui/layout/shell.tsx'
import { SIDEBAR_ID, Sidebar } from '#src/ui/layout/sidebar.tsx'
import { SignIn } from '#src/ui/layout/sign-in.tsx'
import { NavLink } from '#src/ui/navigation/nav-link.tsx'
import { type Group, part } from '../part.tsx'

const inhoud = <Panel padded>Inhoud</Panel>
const stack = <Stack key="content">{inhoud}</Stack>
const aside = (
  <Panel key="aside" padded>
    Ernaast
  </Panel>
)

function Whole() {
  const [open, setOpen] = useState(false)
  const narrow = matchMedia(NARROW).matches
  return (
    <Shell withSidebar>
      <SkipLink />
      <Header withPlace>
        <MenuButton open={open} controls={SIDEBAR_ID} onToggle={() => setOpen(!open)} />
        <AppName to="/" />
        <HeaderPlace />
        <InHeader>
          <strong>Dierenkliniek De Krekel</strong>
        </InHeader>
        <span className={headerNameClass}>Annelies van den Berg</span>
        <button type="button" className={headerLinkClass}>
          Uitloggen
        </button>
      </Header>
      <Sidebar label="Hoofdmenu" narrow={narrow} open={open} onClose={() => setOpen(false)} footer={<p>Onderin</p>}>
        <NavLink to="/client/portal/reminders" icon={Bell} label="Herinneringen" badge={3} />
        <NavLink to="/client/patients" icon={Bell} label="Dieren" />
      </Sidebar>
      <Main>
        <MainOnce>
          <Page>
            <PageHead
              title="Herinneringen"
              lead="Wat uw dieren nodig hebben"
              actions={<Button variant="secondary">Opslaan</Button>}
            />
            {inhoud}
          </Page>
        </MainOnce>
      </Main>
    </Shell>
  )
}

export const PAGES: Group = {
  title: 'Pages',
  parts: {
    'Shell, Header, Sidebar, Main, Page, PageHead': {
      about: 'Tab begins at the link to the content. Escape closes a sidebar over the page and returns the focus.',
      whole: 640,
      states: { whole: <Whole /> },
    },
    'Split, Stack': part(
      Split,
      {
        'the content comes first': { children: [stack, aside] },
        'the aside comes first, on the right': { lead: 'right', children: [aside, stack] },
      },
      { about: 'They respond to their own width.', wide: true },
    ),
    Block: part(
      Block,
      { 'with a line below the heading': { sub: 'Twee' }, 'heading only': {} },
      {
        about: 'The heading is at the side, or above on a narrow page.',
        wide: true,
        props: { title: 'Herinneringen', children: inhoud },
      },
    ),
    Card: part(
      Card,
      {
        'small, with header and footer': { header: <h2>Welkom terug</h2>, footer: 'Voet' },
        'large, centred, without': { size: 'large', centred: true },
      },
      { wide: true, props: { children: <p>Inhoud</p> } },
    ),
    SignIn: part(
      SignIn,
      { whole: { children: <Card header={<h1>Welkom terug</h1>}>Inhoud</Card> } },
      { about: 'A card beside the wall.', whole: 640 },
    ),
  },
}
