import { DeleteOutlined, TeamOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { sharedViewsApi } from '@/api/generated/shared-views'
import { useAttempt } from '../feedback'
import { useCan, useProfile } from '../permissions'
import styles from './table.module.css'
import type { SavedView } from './tablePreferences'

/** Lists whose tables are named otherwise than their paths. */
const LISTS: Record<string, string> = {
  deviceTasks: 'device-tasks',
  groups: 'domains',
  'guest-access': 'guest-keys',
  audit: 'audit-events',
  'alarm-calls': 'call-history/alarms',
}

interface Props {
  table: string
  /** One's own views, which can be shared. */
  own: SavedView[]
  onOpen: (search: string) => void
}

/** Views that colleagues have shared, and a way to share one's own. */
export default function SharedViews({ table, own, onOpen }: Props) {
  const { t } = useTranslation()
  const list = LISTS[table] ?? table
  const { data } = sharedViewsApi.useListSharedViewsQuery({ list })
  const { share, remove } = useSharing(list)
  const profile = useProfile()
  const { meets } = useCan()
  const isManager = meets({ any: ['can_change_project_settings'] })
  const shared = data?.items ?? []
  const isShared = ({ name }: SavedView) =>
    shared.some((view) => view.name.toLowerCase() === name.toLowerCase())
  const unshared = own.filter((view) => !isShared(view))
  return (
    <>
      {shared.length > 0 && <h2>{t('views.shared')}</h2>}
      {shared.map(({ id, name, search, created_by_user: by }) => (
        <div key={id} className={styles.view}>
          <Button
            type="text"
            size="small"
            title={by ? t('views.sharedBy', { name: by.name }) : undefined}
            onClick={() => onOpen(search)}
          >
            {name}
          </Button>
          {(isManager || by?.id === profile?.id) && (
            <Button
              type="text"
              size="small"
              icon={<DeleteOutlined />}
              aria-label={t('views.unshare', { name })}
              onClick={() => void remove(id, name)}
            />
          )}
        </div>
      ))}
      {unshared.map((view) => (
        <Button
          key={view.name}
          type="text"
          size="small"
          icon={<TeamOutlined />}
          onClick={() => void share(view)}
        >
          {t('views.share', { name: view.name })}
        </Button>
      ))}
    </>
  )
}

function useSharing(list: string) {
  const { t } = useTranslation()
  const attempt = useAttempt()
  const [create] = sharedViewsApi.useCreateSharedViewMutation()
  const [removeView] = sharedViewsApi.useDeleteSharedViewMutation()
  return {
    share: ({ name, search }: SavedView) =>
      attempt(async () => {
        await create({ sharedViewInput: { list, name, search } }).unwrap()
        return t('views.isShared', { name })
      }),
    remove: (id: number, name: string) =>
      attempt(async () => {
        await removeView({ id }).unwrap()
        return t('views.unshared', { name })
      }),
  }
}
