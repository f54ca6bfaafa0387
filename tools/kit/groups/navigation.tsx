import { useSearch } from '@tanstack/react-router'
import Bell from 'lucide-react/icons/bell'
import PawPrint from 'lucide-react/icons/paw-print'
import Receipt from 'lucide-react/icons/receipt'
import Search from 'lucide-react/icons/search'
import { useIntl } from 'react-intl'
import { Badge } from '#src/ui/data/badge.tsx'
import { FootBar, FootBarButton, FootBarLink } from '#src/ui/navigation/foot-bar.tsx'
import { Flag, LanguageSwitcher } from '#src/ui/navigation/language-switcher.tsx'
import { ExternalNavLink, NavButton, NavLink } from '#src/ui/navigation/nav-link.tsx'
import { Pager } from '#src/ui/navigation/pager.tsx'
import { Panel } from '#src/ui/layout/panel.tsx'
import { TabLink, Tabs } from '#src/ui/navigation/tabs.tsx'
import { type Group, State, useSay } from '../part.tsx'

function FootBars() {
  const say = useSay()
  return (
    <State name="of a telephone" wide>
      {/* What is fixed stays in here. */}
      <div style={{ contain: 'layout' }}>
        <FootBar label={say('Meest gebruikt', 'Most used')}>
          <FootBarLink to="/client/portal/reminders" icon={Bell} label={say('Herinneringen', 'Reminders')} badge={3} />
          <FootBarLink to="/client/patients" icon={PawPrint} label={say('Dieren', 'Animals')} />
          <FootBarLink to="/client/invoices" icon={Receipt} label={say('Facturen', 'Invoices')} />
          <FootBarButton icon={Search} label={say('Meer', 'More')} aria-expanded={false} />
        </FootBar>
      </div>
    </State>
  )
}

function NavLinks() {
  const say = useSay()
  return (
    <>
      <State name="current, with a count">
        <ul>
          <NavLink
            to="/client/portal/reminders"
            icon={Bell}
            label={say('Herinneringen', 'Reminders')}
            badge={3}
            badgeLabel={say('3 actieve herinneringen', '3 active reminders')}
          />
        </ul>
      </State>
      <State name="other, with a large count">
        <ul>
          <NavLink to="/client/invoices" icon={Receipt} label={say('Facturen', 'Invoices')} badge={1043} />
        </ul>
      </State>
      <State name="other, nothing to count">
        <ul>
          <NavLink to="/client/patients" icon={PawPrint} label={say('Dieren', 'Animals')} badge={0} />
        </ul>
      </State>
      <State name="ExternalNavLink: opens a tab">
        <ul>
          <ExternalNavLink href="https://www.dewaag.example" icon={PawPrint} label="Website" />
        </ul>
      </State>
      <State name="NavButton: with its keys">
        <ul>
          <NavButton icon={Search} label={say('Zoek een cliënt', 'Find a client')} keys="Ctrl K" />
        </ul>
      </State>
    </>
  )
}

function Badges() {
  const say = useSay()
  return (
    <>
      <State name="3">
        <Badge count={3} />
      </State>
      <State name="1043, read out as words">
        <Badge count={1043} label={say('1043 actieve herinneringen', '1043 active reminders')} />
      </State>
      <State name="0 and undefined: nothing">
        <Badge count={0} />
        <Badge count={undefined} />
      </State>
    </>
  )
}

function TabRows() {
  const say = useSay()
  return (
    <>
      <State name="with counts" wide>
        <Tabs label={say('Cliënten', 'Clients')}>
          <TabLink to="/client/portal/reminders" count="1.043">
            {say('Geregistreerd', 'Registered')}
          </TabLink>
          <TabLink to="/admin/clients/unregistered" count="612">
            {say('Niet geregistreerd', 'Not registered')}
          </TabLink>
        </Tabs>
      </State>
      <State name="no room for all: the current one is brought into view" wide>
        <div style={{ maxWidth: '18rem' }}>
          <Tabs label={say('Bijlagen', 'Attachments')}>
            <TabLink to="/client/invoices">{say('Laboratorium', 'Laboratory')}</TabLink>
            <TabLink to="/client/patients">{say('Overeenkomsten', 'Agreements')}</TabLink>
            <TabLink to="/client/attachments">{say('Röntgenfoto’s', 'X-rays')}</TabLink>
            <TabLink to="/client/portal/reminders">{say('Overige bestanden', 'Other files')}</TabLink>
          </Tabs>
        </div>
      </State>
    </>
  )
}

function Pagers() {
  const search: { page?: number } = useSearch({ strict: false })
  const page = search.page ?? 1
  return (
    <>
      <State name="many pages, in a panel" wide>
        <Panel>
          <Pager page={page} totalPages={42} totalElements={1043} size={25} />
        </Panel>
      </State>
      <State name="without a panel" wide>
        <Pager page={page} totalPages={3} totalElements={60} size={25} />
      </State>
      <State name="one page" wide>
        <Pager page={1} totalPages={1} totalElements={4} size={25} />
      </State>
      <State name="nobody knows how many there are" wide>
        <Pager page={page} totalPages={3} size={25} />
      </State>
    </>
  )
}

function Languages() {
  const language = useIntl().locale.startsWith('nl') ? 'nl' : 'en'
  return (
    <>
      <State name="LanguageSwitcher">
        <LanguageSwitcher language={language} onChange={() => {}} />
      </State>
      <State name="Flag: an ornament beside the name">
        <div className="row">
          <Flag language="nl" />
          <Flag language="en" />
        </div>
      </State>
    </>
  )
}

export const NAVIGATION: Group = {
  title: 'Ways to go',
  parts: [
    { name: 'NavLink, ExternalNavLink, NavButton', about: 'Items of the sidebar.', keys: 'Enter.', Show: NavLinks },
    {
      name: 'FootBar, FootBarLink, FootBarButton',
      about: 'At the foot of a telephone.',
      keys: 'Tab, and Enter.',
      Show: FootBars,
    },
    { name: 'Badge', about: 'A red count.', Show: Badges },
    { name: 'Tabs, TabLink', about: 'Lists side by side, each an address.', keys: 'Tab, and Enter.', Show: TabRows },
    {
      name: 'Pager',
      about: 'Under a list. Few numbers where fingers press them.',
      keys: 'Tab, and Enter.',
      Show: Pagers,
    },
    { name: 'LanguageSwitcher, Flag', keys: 'A menu of its own.', Show: Languages },
  ],
}
