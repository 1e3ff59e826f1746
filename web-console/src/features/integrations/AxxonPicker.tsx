import { Button, Input, Modal, Select } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Id } from '@/api/types'
import { ErrorState, Loading } from '@/kit/feedback'
import { useIntegrationList, useListCamerasQuery, useListMacrosQuery } from './api'
import styles from './AxxonPicker.module.css'

/** A macro or a camera of the video platform. */
export interface AxxonItem {
  guid: string
  name: string
}

interface Props {
  kind: 'macros' | 'cameras'
  /** What is chosen now. */
  guid: string | null
  onChoose: (item: AxxonItem) => void
  disabled?: boolean
}

/** A button that opens the macros or cameras of a video platform. */
export function AxxonPicker({ kind, guid, onChoose, disabled }: Props) {
  const { t } = useTranslation('integrations')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button disabled={disabled} onClick={() => setOpen(true)}>
        {t(`options.choose.${kind}`)}
      </Button>
      {isOpen && (
        <Dialog
          kind={kind}
          guid={guid}
          onChoose={(item) => {
            onChoose(item)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

/** Integrations that are shown to choose from; a site has a few. */
const PLATFORMS = 100

function Dialog({ kind, guid, onChoose, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation(['integrations', 'common'])
  const platforms = useIntegrationList({
    page: 1,
    size: PLATFORMS,
    sort: 'name',
    filters: {
      match: 'match_all',
      items: [{ field: 'type', rule: 'equals', value: 'axxon_one' }],
    },
  })
  const [chosen, setChosen] = useState<Id>()
  const [search, setSearch] = useState('')
  const rows = platforms.data?.items
  const platform = chosen ?? rows?.[0]?.id
  return (
    <Modal open width={520} title={t(`options.choose.${kind}`)} footer={null} onCancel={onClose}>
      {platforms.error && <ErrorState error={platforms.error} />}
      {!rows && !platforms.error && <Loading title={false} />}
      {rows?.length === 0 && <p className={styles.none}>{t('noPlatform')}</p>}
      {rows && platform !== undefined && (
        <>
          <div className={styles.tools}>
            <Select
              aria-label={t('platform')}
              value={platform}
              onChange={setChosen}
              options={rows.map(({ id: value, name: label }) => ({ value, label }))}
            />
            <Input
              type="search"
              allowClear
              aria-label={t('common:table.search')}
              placeholder={t('common:table.search')}
              value={search}
              onChange={({ target }) => setSearch(target.value)}
            />
          </div>
          <Items {...{ kind, platform, search, guid, onChoose }} />
        </>
      )}
    </Modal>
  )
}

interface ItemsProps extends Pick<Props, 'kind' | 'guid' | 'onChoose'> {
  platform: Id
  search: string
}

function Items({ kind, platform, search, guid, onChoose }: ItemsProps) {
  const { t } = useTranslation(['integrations', 'common'])
  const macros = useListMacrosQuery({ id: platform }, { skip: kind !== 'macros' })
  const cameras = useListCamerasQuery({ id: platform }, { skip: kind !== 'cameras' })
  const { currentData: data, error, refetch } = kind === 'macros' ? macros : cameras
  const found = useMemo(
    () =>
      data?.items.filter(({ name }) => name.toLowerCase().includes(search.trim().toLowerCase())),
    [data, search],
  )
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!found) return <Loading title={false} paragraph={{ rows: 6 }} />
  if (found.length === 0) return <p className={styles.none}>{t('common:picker.none')}</p>
  return (
    <ul className={styles.list}>
      {found.map((item) => (
        <li key={item.guid}>
          <button type="button" aria-pressed={item.guid === guid} onClick={() => onChoose(item)}>
            <span>{item.name}</span>
            <small className="mono">{item.guid}</small>
          </button>
        </li>
      ))}
    </ul>
  )
}
