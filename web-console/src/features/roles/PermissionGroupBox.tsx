import { Checkbox } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Reason } from '@/kit/feedback'
import { useCan, usePermissionWords } from '@/kit/permissions'
import type { Feature } from '@/api/generated/permissions'
import type { PermissionGroup } from './api'
import { FeatureMark } from './FeatureMark'
import styles from './PermissionField.module.css'
import { mayToggle, shareOf, toggleCode, toggleGroup, type Editor } from './permissionTree'

interface Props {
  group: PermissionGroup
  chosen: ReadonlySet<string>
  editor: Editor
  readOnly: string | false
  onChange: (codes: string[]) => void
}

/** The rights about one thing. */
export function PermissionGroupBox({ group, chosen, editor, readOnly, onChange }: Props) {
  const { t } = useTranslation('roles')
  const { has } = useCan()
  const { nameOf, groupOf } = usePermissionWords()
  const headId = useId()
  const codes = group.permissions.map(({ code }) => code)
  const share = shareOf(codes, chosen)
  const why = (code: string) => readOnly || (!mayToggle(code, editor) && t('permissions.notHeld'))
  const whyGroup = readOnly || (codes.every((code) => why(code)) && t('permissions.notHeld'))
  return (
    <section className={styles.group} aria-labelledby={headId}>
      <div className={styles.head}>
        <Reason why={whyGroup}>
          <Checkbox
            checked={share === 'all'}
            indeterminate={share === 'some'}
            disabled={Boolean(whyGroup)}
            onChange={() => onChange(toggleGroup(codes, chosen, editor))}
          >
            <strong id={headId}>{groupOf(group.name)}</strong>
          </Checkbox>
        </Reason>
        <span className={styles.count}>
          {codes.filter((code) => chosen.has(code)).length} / {codes.length}
        </span>
      </div>
      <ul>
        {group.permissions.map(({ code, feature }) => (
          <li key={code}>
            <Reason why={why(code)}>
              <Checkbox
                checked={chosen.has(code)}
                disabled={Boolean(why(code))}
                onChange={() => onChange(toggleCode(code, chosen))}
              >
                {nameOf(code)}
              </Checkbox>
            </Reason>
            {feature && <FeatureMark feature={feature} isOn={has(feature as Feature)} />}
          </li>
        ))}
      </ul>
    </section>
  )
}
