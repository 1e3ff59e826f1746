import { SearchOutlined } from '@ant-design/icons'
import { Checkbox, Input } from 'antd'
import { useMemo, useState } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ErrorState, Loading } from '@/kit/feedback'
import { usePermissionWords } from '@/kit/permissions'
import { useListPermissionsQuery } from './api'
import { PermissionGroupBox } from './PermissionGroupBox'
import styles from './PermissionField.module.css'
import { narrow, type Editor } from './permissionTree'

interface Props {
  editor: Editor
  readOnly: string | false
}

/** The catalogue of rights as a tree: search, a tri-state per group, and what may not be granted. */
export function PermissionField({ editor, readOnly }: Props) {
  const { t } = useTranslation('roles')
  const { field } = useController({ name: 'permissions' })
  const { data, error, refetch } = useListPermissionsQuery()
  const { isReady, nameOf, groupOf } = usePermissionWords()
  const [text, setText] = useState('')
  const [isGrantedOnly, setGrantedOnly] = useState(false)
  const chosen = useMemo(() => new Set(field.value as string[]), [field.value])

  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || !isReady) return <Loading paragraph={{ rows: 10 }} title={false} />
  const groups = narrow(data.groups, { text, isGrantedOnly, chosen, nameOf, groupOf })
  const total = data.groups.reduce((sum, { permissions }) => sum + permissions.length, 0)
  return (
    <div className={styles.field}>
      <div className={styles.tools}>
        <Input
          type="search"
          prefix={<SearchOutlined aria-hidden />}
          allowClear
          placeholder={t('permissions.search')}
          aria-label={t('permissions.search')}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Checkbox
          checked={isGrantedOnly}
          onChange={(event) => setGrantedOnly(event.target.checked)}
        >
          {t('permissions.grantedOnly')}
        </Checkbox>
        <span className={styles.count} aria-live="polite">
          {t('permissions.count', { count: chosen.size, total })}
        </span>
      </div>
      {groups.length === 0 && <p className={styles.none}>{t('permissions.none')}</p>}
      {groups.map((group) => (
        <PermissionGroupBox
          key={group.name}
          group={group}
          chosen={chosen}
          editor={editor}
          readOnly={readOnly}
          onChange={field.onChange}
        />
      ))}
    </div>
  )
}
