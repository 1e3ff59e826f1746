import { Command } from 'cmdk'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { resources } from '../screens'
import { useMenu } from '../shell/useMenu'
import { useScreenTitle } from '../shell/useScreenTitle'
import { FoundRows } from './FoundRows'
import './palette.css'
import { useCommands } from './useCommands'

/** Letters before the entities themselves are searched. */
const MIN_SEARCH = 2

/** Ctrl-K: every screen, every "new …", every action, and the entities by name. */
export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const navigate = useNavigate()
  const titleOf = useScreenTitle()
  const { meets } = useCan()
  const sections = useMenu()
  const commands = useCommands()
  const [text, setText] = useState('')
  const search = text.trim()
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
  const creatable = resources.filter(({ can }) => can.create && meets(can.create))
  return (
    <Command.Dialog
      open
      onOpenChange={onClose}
      label={t('palette.title')}
      loop
      value={selected}
      onValueChange={setSelected}
      onKeyDown={({ key }) => {
        hasMoved.current = key === 'ArrowDown' || key === 'ArrowUp'
      }}
    >
      <Command.Input value={text} onValueChange={setText} placeholder={t('palette.placeholder')} />
      <Command.List ref={list}>
        <Command.Empty>{t('palette.empty')}</Command.Empty>
        {search.length >= MIN_SEARCH &&
          resources
            .filter(({ can }) => meets(can.read))
            .map((resource) => (
              <FoundRows
                key={resource.key}
                resource={resource}
                search={search}
                onGo={go}
                onFound={selectFirst}
              />
            ))}
        <Command.Group heading={t('palette.screens')}>
          {sections.flatMap(({ items }) =>
            items.map(({ key, path, icon: Icon }) => (
              <Command.Item
                key={key}
                value={`screen-${key}`}
                keywords={[titleOf(key), path]}
                onSelect={() => go(path)}
              >
                <Icon />
                {titleOf(key)}
              </Command.Item>
            )),
          )}
        </Command.Group>
        {creatable.length > 0 && (
          <Command.Group heading={t('palette.create')}>
            {creatable.map((resource) => {
              const { key, icon: Icon } = resource
              const title = t(`newOf.${key}` as 'newOf.groups', { defaultValue: key })
              return (
                <Command.Item
                  key={key}
                  value={`new-${key}`}
                  keywords={[title]}
                  onSelect={() => go(pathsOf(resource).add)}
                >
                  <Icon />
                  {title}
                </Command.Item>
              )
            })}
          </Command.Group>
        )}
        <Command.Group heading={t('palette.actions')}>
          {commands.map(({ key, title, icon, run }) => (
            <Command.Item
              key={key}
              value={`action-${key}`}
              keywords={[title]}
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
      </Command.List>
    </Command.Dialog>
  )
}
