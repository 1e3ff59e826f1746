import { ShareAltOutlined, StopOutlined } from '@ant-design/icons'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { useCan } from '@/kit/permissions'
import { pathsOf } from '@/kit/resource'
import { useCommonActions, type BulkAction, type RowAction } from '@/kit/table'
import type { GuestKey } from './api'
import { guestAccessEntity } from './entity'
import { useStop } from './useStop'

const paths = pathsOf(guestAccessEntity)

interface Options {
  share: (key: GuestKey) => void
  remove: (rows: GuestKey[]) => Promise<boolean>
}

/** What can be done with one key of the list, and with several. */
export function useGuestKeyActions({ share, remove }: Options) {
  const { t } = useTranslation('guest-access')
  const { edit, deletion } = useCommonActions()
  const navigate = useNavigate()
  const { can } = useCan()
  const { stop, isOwn, whyNot } = useStop()
  const mayDelete = can('can_delete_identifier')
  const stopAction = {
    key: 'stop',
    label: t('stop.action'),
    icon: <StopOutlined />,
    isDanger: true,
  }

  const rowActions: RowAction<GuestKey>[] = [
    {
      key: 'share',
      label: t('share.action'),
      icon: <ShareAltOutlined />,
      disabled: (key) => !isOwn(key) && t('share.notOwn'),
      run: share,
    },
    { ...edit, run: ({ id }) => void navigate(paths.edit(id)) },
    { ...stopAction, disabled: whyNot, run: (key) => stop([key]) },
    ...(mayDelete
      ? [{ ...deletion, run: (key: GuestKey) => void remove([key]) } satisfies RowAction<GuestKey>]
      : []),
  ]
  const bulkActions: BulkAction<GuestKey>[] = [
    {
      ...stopAction,
      disabled: (rows) => rows.every((key) => whyNot(key) !== false) && t('stop.none'),
      run: async (rows) => {
        stop(rows.filter((key) => whyNot(key) === false))
        return true
      },
    },
    ...(mayDelete ? [{ ...deletion, run: remove }] : []),
  ]
  return { rowActions, bulkActions }
}
