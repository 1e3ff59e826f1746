import { ArrowRightOutlined } from '@ant-design/icons'
import { Button, Flex, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id, Ref } from '@/api/types'
import { useServerMessage } from '@/kit/errors'
import { ErrorState, Loading, Reason, useUndoable } from '@/kit/feedback'
import { useCan } from '@/kit/permissions'
import { PickerInput, pickerOf } from '@/kit/picker'
import { useGroup, usePreviewMoveQuery, useUpdateGroupMutation, type MovePreview } from './api'
import styles from './MoveDialog.module.css'
import { groups } from './resource'
import { useGroupFilters } from './useGroupFilters'

const source = pickerOf(groups, useGroupFilters)

interface Props {
  group: Ref
  /** Where to; null is the root, undefined is not chosen yet. */
  target: Id | null | undefined
  onClose: () => void
}

/** Moves a group with everything below it, after showing what that changes. */
export function MoveDialog({ group, target, onClose }: Props) {
  const { t } = useTranslation(['groups', 'common'])
  const [parent, setParent] = useState(target)
  const chosen = useGroup(parent ?? 0, { skip: !parent })
  const isChosen = parent !== undefined
  const preview = usePreviewMoveQuery(
    { id: group.id, parentId: parent ?? undefined },
    { skip: !isChosen },
  )
  const data = isChosen ? preview.currentData : undefined
  const message = useServerMessage()
  const { move, isMoving } = useMove(group, data)
  const why = !isChosen ? t('move.chooseFirst') : data?.obstacle ? message(data.obstacle) : false
  return (
    <Modal
      open
      width={600}
      title={t('move.title', { name: group.name })}
      onCancel={onClose}
      footer={
        <Flex gap={8} justify="end">
          <Button onClick={onClose}>{t('common:cancel')}</Button>
          <Reason why={why}>
            <Button
              type="primary"
              disabled={Boolean(why) || !data}
              loading={isMoving}
              onClick={() => void move(parent ?? null).then((done) => done && onClose())}
            >
              {t('move.action')}
            </Button>
          </Reason>
        </Flex>
      }
    >
      <Target
        group={group}
        parent={parent}
        chosen={parent ? chosen.data : undefined}
        onChange={setParent}
      />
      {isChosen && Boolean(preview.error) && (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {isChosen && !data && !preview.error && <Loading title={false} paragraph={{ rows: 4 }} />}
      {data && <WhatChanges preview={data} group={group} />}
    </Modal>
  )
}

/** Moves, and offers to move back. */
function useMove(group: Ref, preview: MovePreview | undefined) {
  const { t } = useTranslation('groups')
  const undoable = useUndoable()
  const [update, { isLoading }] = useUpdateGroupMutation()
  const to = (parent_id: Id | null) => update({ id: group.id, groupInput: { parent_id } }).unwrap()
  const move = (parent: Id | null) =>
    undoable({
      text: t('move.done', { name: group.name }),
      run: () => to(parent),
      undo: () => to(preview?.old_path.at(-1)?.id ?? null),
    })
  return { move, isMoving: isLoading }
}

interface TargetProps {
  group: Ref
  parent: Id | null | undefined
  chosen: Ref | undefined
  onChange: (parent: Id | null | undefined) => void
}

function Target({ group, parent, chosen, onChange }: TargetProps) {
  const { t } = useTranslation('groups')
  const { can } = useCan()
  const [isInside, setInside] = useState(parent !== null)
  return (
    <div className={styles.target}>
      <Radio.Group
        aria-label={t('move.where')}
        value={isInside}
        onChange={({ target }) => {
          const inside = target.value as boolean
          setInside(inside)
          onChange(inside ? undefined : null)
        }}
        options={[
          { value: true, label: t('move.inside') },
          { value: false, label: t('move.toRoot'), disabled: !can('can_create_root_domain') },
        ]}
      />
      {isInside && (
        <PickerInput
          title={t('move.into')}
          source={source}
          exclude={[group.id]}
          value={chosen ? [{ id: chosen.id, name: chosen.name }] : []}
          onChange={([next]) => onChange(next?.id)}
        />
      )}
    </div>
  )
}

/** From where to where, how much goes along, and who sees it differently. */
function WhatChanges({ preview, group }: { preview: MovePreview; group: Ref }) {
  const { t } = useTranslation('groups')
  const message = useServerMessage()
  const pathOf = (path: Ref[]) => path.map(({ name }) => name).join(' / ') || t('root')
  const along = [
    t('move.domains', { count: preview.domains }),
    preview.users !== null && t('move.users', { count: preview.users }),
    preview.devices !== null && t('move.devices', { count: preview.devices }),
  ].filter((text) => text !== false)
  return (
    <div className={styles.changes} role="status">
      {preview.obstacle && <p className={styles.obstacle}>{message(preview.obstacle)}</p>}
      <p className={styles.way}>
        <span>{pathOf(preview.old_path)}</span>
        <ArrowRightOutlined aria-label={t('move.to')} />
        <strong>{pathOf(preview.new_path)}</strong>
      </p>
      <p>{t('move.along', { name: group.name, what: along.join(', ') })}</p>
      <Sight title={t('move.losing')} groups={preview.losing} tone="losing" />
      <Sight title={t('move.gaining')} groups={preview.gaining} tone="gaining" />
      {preview.losing.length === 0 && preview.gaining.length === 0 && <p>{t('move.sameSight')}</p>}
    </div>
  )
}

interface SightProps {
  title: string
  groups: Ref[]
  tone: 'losing' | 'gaining'
}

function Sight({ title, groups: seen, tone }: SightProps) {
  if (seen.length === 0) return null
  return (
    <div className={styles.sight} data-tone={tone}>
      <h2>{title}</h2>
      <ul>
        {seen.map(({ id, name }) => (
          <li key={id}>{name}</li>
        ))}
      </ul>
    </div>
  )
}
