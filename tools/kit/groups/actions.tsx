import { Link } from '@tanstack/react-router'
import Eye from 'lucide-react/icons/eye'
import Lock from 'lucide-react/icons/lock'
import MoreVertical from 'lucide-react/icons/more-vertical'
import Trash2 from 'lucide-react/icons/trash-2'
import UserPlus from 'lucide-react/icons/user-plus'
import { useState } from 'react'
import { Button, IconButton, LinkButton, buttonClass, linkButtonClass } from '#src/ui/forms/button.tsx'
import { Menu, MenuItem } from '#src/ui/navigation/menu.tsx'
import { OptionButton, Options } from '#src/ui/navigation/option.tsx'
import { Status } from '#src/ui/data/status.tsx'
import { Tile } from '#src/ui/data/tile.tsx'
import { type Group, State, useSay } from '../part.tsx'

const VARIANTS = ['primary', 'secondary', 'ghost', 'danger', 'danger-quiet'] as const

function Buttons() {
  const say = useSay()
  return (
    <>
      {VARIANTS.map((variant) => (
        <State key={variant} name={`${variant}: at rest, with icon, busy, disabled`} wide>
          <div className="row">
            <Button variant={variant}>{say('Opslaan', 'Save')}</Button>
            <Button variant={variant} icon={UserPlus}>
              {say('Registreren', 'Register')}
            </Button>
            <Button variant={variant} busy>
              {say('Opslaan', 'Save')}
            </Button>
            <Button variant={variant} disabled>
              {say('Opslaan', 'Save')}
            </Button>
          </div>
        </State>
      ))}
      <State name="block" wide>
        <Button variant="primary" block>
          {say('Inloggen', 'Sign in')}
        </Button>
      </State>
      <State name="buttonClass(), on a link" wide>
        <Link to="/client/patients" className={buttonClass({ variant: 'secondary' })}>
          {say('Naar de dieren', 'To the animals')}
        </Link>
      </State>
    </>
  )
}

function IconButtons() {
  const say = useSay()
  return (
    <>
      <State name="at rest">
        <IconButton icon={Lock} label={say('Blokkeren', 'Lock')} />
      </State>
      <State name="danger">
        <IconButton icon={Trash2} label={say('Verwijderen', 'Delete')} danger />
      </State>
      <State name="disabled">
        <IconButton icon={Lock} label={say('Blokkeren', 'Lock')} disabled />
      </State>
    </>
  )
}

function LinkButtons() {
  const say = useSay()
  return (
    <>
      <State name="button">
        <LinkButton>{say('Wachtwoord vergeten?', 'Forgotten your password?')}</LinkButton>
      </State>
      <State name="linkButtonClass, on a link">
        <Link to="/auth/forgot-password" className={linkButtonClass}>
          <Eye />
          {say('Bekijk als cliënt', 'View as client')}
        </Link>
      </State>
    </>
  )
}

function Menus() {
  const say = useSay()
  const [chosen, setChosen] = useState('a')
  const choices = { a: say('Op datum', 'By date'), b: say('Op naam', 'By name') }
  return (
    <>
      <State name="actions, one of them dangerous">
        <Menu label={say('Acties', 'Actions')} trigger={<MoreVertical />}>
          <MenuItem icon={Eye} onSelect={() => {}}>
            {say('Bekijk als', 'View as')}
          </MenuItem>
          <MenuItem icon={Trash2} danger onSelect={() => {}}>
            {say('Verwijderen', 'Delete')}
          </MenuItem>
        </Menu>
      </State>
      <State name="one of a few">
        <Menu label={say('Volgorde', 'Order')} className={buttonClass()} trigger={say('Volgorde', 'Order')}>
          {Object.entries(choices).map(([value, text]) => (
            <MenuItem key={value} checked={value === chosen} onSelect={() => setChosen(value)}>
              {text}
            </MenuItem>
          ))}
        </Menu>
      </State>
    </>
  )
}

function OptionRows() {
  const say = useSay()
  const tile = <Tile initials="DW" />
  return (
    <State name="at rest, without a second line, busy, disabled with its state" wide>
      <Options>
        <OptionButton tile={tile} title="DAP De Waag" sub="030 555 01 23" onClick={() => {}} />
        <OptionButton tile={tile} title="Dierenkliniek De Krekel" onClick={() => {}} />
        <OptionButton tile={tile} title="DAP De Linde" sub="0251 55 01 00" busy onClick={() => {}} />
        <OptionButton
          tile={tile}
          title="De Wilgen"
          disabled
          state={
            <Status tone="bad" icon={Lock}>
              {say('Geblokkeerd', 'Locked')}
            </Status>
          }
          onClick={() => {}}
        />
      </Options>
    </State>
  )
}

export const ACTIONS: Group = {
  title: 'Actions',
  parts: [
    {
      name: 'Button',
      about: 'Its text says what happens. Busy: the text stays, a further press does nothing.',
      keys: 'Enter or Space presses it.',
      Show: Buttons,
    },
    { name: 'IconButton', about: 'Its label is its name and its tooltip.', keys: 'As a button.', Show: IconButtons },
    { name: 'LinkButton', about: 'Quieter than a button.', keys: 'As a button; a link by Enter.', Show: LinkButtons },
    {
      name: 'Menu, MenuItem',
      keys: 'Enter, Space or the arrows open it; arrows, Home and End move; Escape closes and gives the focus back; Tab leaves.',
      Show: Menus,
    },
    { name: 'Options, OptionButton', about: 'A few things to choose one of.', keys: 'As buttons.', Show: OptionRows },
  ],
}
