{{/* The template of the demonstration's pod. */}}
{{- define "vestibule.demonstration.pod" -}}
{{- $part := dict "root" $ "name" "demonstration" "component" "evaluation" "uid" 65532 -}}
metadata:
  labels:
    {{- include "library.labels" $part | nindent 4 }}
spec:
  restartPolicy: Never
  {{- include "library.podBasics" $part | nindent 2 }}
  containers:
    - name: demonstration
      image: {{ include "library.image" (dict "root" $ "image" .Values.image) }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      args: [demo, --accounts-file, /tmp/accounts.txt, --devices-file, /tmp/devices.json]
      securityContext:
        {{- include "library.containerSecurity" $ | nindent 8 }}
      env:
        - { name: VESTIBULE_PUBLIC_URL, value: {{ include "vestibule.publicUrl" $ | quote }} }
        {{- include "vestibule.env.telemetry" $ | trim | nindent 8 }}
        {{- range list "keys" "token" "postgres" "rabbitmq" "redis" "mqtt" "mail" }}
        {{- with include (printf "vestibule.env.%s" .) $ | trim }}
        {{- . | nindent 8 }}
        {{- end }}
        {{- end }}
        {{- include "vestibule.env.unused" (dict "uses" (list "postgres" "rabbitmq" "redis" "token")) | trim | nindent 8 }}
      resources: { requests: { cpu: 100m, memory: 128Mi }, limits: { memory: 512Mi } }
      volumeMounts: [{ name: tmp, mountPath: /tmp }]
  volumes:
    - { name: tmp, emptyDir: { sizeLimit: 64Mi } }
{{- end }}
