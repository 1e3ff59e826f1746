import { Command } from 'cmdk'
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import type { FoundEntity } from '@/api/generated/search'
import { useCan } from '@/kit/permissions'
import { pathsOf, type AnyResource } from '@/kit/resource'
import { resources } from '../resources'
import { useMenu } from '../shell/useMenu'
import { useScreenTitle } from '../shell/useScreenTitle'
import { FoundRows } from './FoundRows'
import { isSearched } from './found'
import { isName, matches } from './match'
import './palette.css'
import { SearchResults } from './SearchResults'
import { useCommands } from './useCommands'
import { useOrder } from './useOrder'
import type { Order } from './verbs'

const OrderRunner = lazy(() => import('./OrderRunner'))

/** Letters before the entities themselves are searched, and the most that the server takes. */
const MIN_SEARCH = 2
const MAX_SEARCH = 100

/** Milliseconds without a key before the server is asked. */
const SEARCH_DEBOUNCE_MS = 200

/** Ctrl-K: every screen, every "new …", every action, and the entities by name or number. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const titleOf = useScreenTitle()
  const { meets } = useCan()
  const sections = useMenu()
  const commands = useCommands()
  const [text, setText] = useState('')
  const whole = text.trim()
  const order = useOrder(whole)
  // Of an order its object is searched.
  const typed = order?.target ?? whole
  const [running, setRunning] = useState<{ order: Order; row: FoundEntity }>()
  const search = useSettled(typed)
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const onBusy = useCallback(
    (key: string, isBusy: boolean) =>
      setBusy((earlier) => {
        if (earlier.has(key) === isBusy) return earlier
        const next = new Set(earlier)
        if (isBusy) next.add(key)
        else next.delete(key)
        return next
      }),
    [],
  )
  const isSearching = typed.length >= MIN_SEARCH && (typed !== search || busy.size > 0)
  const isAsked = typed.length >= MIN_SEARCH && search.length >= MIN_SEARCH
  const list = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState('')
  // Once the person has moved by the arrows, the selection is theirs.
  const hasMoved = useRef(false)
  const selectFirst = useCallback(() => {
    requestAnimationFrame(() => {
      const first = list.current?.querySelector<HTMLElement>('[cmdk-item]')
      if (first?.dataset.value && !hasMoved.current) setSelected(first.dataset.value)
    })
  }, [])

  const go = (path: string) => {
    onClose()
    void navigate(path)
  }
  const screens = sections
    .flatMap(({ items }) => items)
    .filter(({ key, path }) => matches(whole, titleOf(key), path))
  const newTitle = ({ key }: AnyResource) =>
    t(`newOf.${key}` as 'newOf.groups', { defaultValue: key })
  const creatable = resources.filter(
    (resource) =>
      resource.can.create && meets(resource.can.create) && matches(whole, newTitle(resource)),
  )
  const actions = commands.filter(({ title }) => matches(whole, title))
  if (running) {
    const { order: chosen, row } = running
    return (
      <Suspense fallback={null}>
        <OrderRunner verb={chosen.verb} id={row.id} detail={row.detail} onDone={onClose} />
      </Suspense>
    )
  }
  return (
    <Command.Dialog
      open
      onOpenChange={onClose}
      label={t('palette.title')}
      loop
      // The server has searched; what is of the console itself is matched here.
      shouldFilter={false}
      value={selected}
      onValueChange={setSelected}
      onKeyDown={({ key }) => {
        hasMoved.current = key === 'ArrowDown' || key === 'ArrowUp'
      }}
    >
      <Command.Input
        value={text}
        maxLength={MAX_SEARCH}
        onValueChange={setText}
        placeholder={t('palette.placeholder')}
      />
      <Command.List ref={list}>
        <Command.Empty>{isSearching ? t('palette.searching') : t('palette.empty')}</Command.Empty>
        {isAsked && (
          <SearchResults
            search={search}
            typed={typed}
            order={order}
            onOrder={(row) => order && setRunning({ order, row })}
            onGo={go}
            onFound={selectFirst}
            onBusy={onBusy}
          />
        )}
        {isAsked &&
          isName(search) &&
          resources
            .filter(({ key, can }) => !isSearched(key) && meets(can.read))
            .map((resource) => (
              <FoundRows
                key={resource.key}
                resource={resource}
                search={search}
                typed={typed}
                onGo={go}
                onFound={selectFirst}
                onBusy={onBusy}
              />
            ))}
        {screens.length > 0 && (
          <Command.Group heading={t('palette.screens')}>
            {screens.map(({ key, path, icon: Icon }) => (
              <Command.Item key={key} value={`screen-${key}`} onSelect={() => go(path)}>
                <Icon />
                {titleOf(key)}
              </Command.Item>
            ))}
          </Command.Group>
        )}
        {creatable.length > 0 && (
          <Command.Group heading={t('palette.create')}>
            {creatable.map((resource) => {
              const { key, icon: Icon } = resource
              return (
                <Command.Item
                  key={key}
                  value={`new-${key}`}
                  onSelect={() => go(pathsOf(resource).add)}
                >
                  <Icon />
                  {newTitle(resource)}
                </Command.Item>
              )
            })}
          </Command.Group>
        )}
        {actions.length > 0 && (
          <Command.Group heading={t('palette.actions')}>
            {actions.map(({ key, title, icon, run }) => (
              <Command.Item
                key={key}
                value={`action-${key}`}
                onSelect={() => {
                  onClose()
                  run()
                }}
              >
                {icon}
                {title}
              </Command.Item>
            ))}
          </Command.Group>
        )}
      </Command.List>
    </Command.Dialog>
  )
}

/** What was typed, a pause later. Nothing is asked before the first one is over, either. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SEARCH_DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
