import { CopyOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { alerts } from '@/kit/alerts'
import { FieldGrid, RowList, typedFields } from '@/kit/form'
import styles from '../settings.module.css'
import { MAX_USER_TYPES, type GeneralForm } from './general'
import { roleSource } from './RegistrationFields'

const F = typedFields<GeneralForm>()

/** Who has the invitation code may register with an object of their own. */
export function SelfRegistrationFields() {
  const { t } = useTranslation('settings')
  const isOn = useWatch<GeneralForm, 'self_registration.is_enabled'>({
    name: 'self_registration.is_enabled',
  })
  return (
    <FieldGrid title={t('self.title')} text={t('self.text')}>
      <F.Switch name="self_registration.is_enabled" label={t('self.enabled')} isWide />
      {isOn && (
        <>
          <F.Text
            name="self_registration.invitation_code"
            label={t('self.code')}
            help={t('self.codeText')}
            maxLength={64}
            isCode
          />
          <InvitationLink />
          <RowList
            name="self_registration.user_types"
            label={t('self.userTypes')}
            help={t('self.userTypesText')}
            addLabel={t('self.addType')}
            rowLabel={(number) => t('self.userType', { number })}
            empty={{ name: '', role: null }}
            max={MAX_USER_TYPES}
          >
            {(at) => (
              <>
                <F.Text
                  name={`self_registration.user_types.${at}.name`}
                  label={t('self.typeName')}
                  maxLength={31}
                  isRequired
                />
                <F.Ref
                  name={`self_registration.user_types.${at}.role`}
                  label={t('self.role')}
                  source={roleSource}
                  isRequired
                />
              </>
            )}
          </RowList>
          <F.Tags
            name="self_registration.object_names"
            label={t('self.objectNames')}
            help={t('self.objectNamesText')}
            isWide
          />
        </>
      )}
    </FieldGrid>
  )
}

/** The address that is given to people; there once the code is. */
function InvitationLink() {
  const { t } = useTranslation('settings')
  const code = useWatch<GeneralForm, 'self_registration.invitation_code'>({
    name: 'self_registration.invitation_code',
  })
  const link = code ? `${location.origin}/self-registration/${encodeURIComponent(code)}` : ''
  const copy = async () => {
    await navigator.clipboard.writeText(link)
    alerts.success(t('self.copied'))
  }
  return (
    <div className={styles.link}>
      <span>{t('self.link')}</span>
      {link ? (
        <div>
          <code className="mono">{link}</code>
          <Button size="small" icon={<CopyOutlined />} onClick={() => void copy()}>
            {t('self.copy')}
          </Button>
        </div>
      ) : (
        <small>{t('self.noLink')}</small>
      )}
    </div>
  )
}
