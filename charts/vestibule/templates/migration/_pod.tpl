{{/* The template of the migration's pods. A Job cannot be changed, so its name is made of this. */}}
{{- define "vestibule.migration.pod" -}}
{{- $part := dict "root" $ "name" "migrate" "component" "migration" "uid" 65532 -}}
metadata:
  labels:
    {{- include "library.labels" $part | nindent 4 }}
spec:
  restartPolicy: Never
  {{- include "library.podBasics" $part | nindent 2 }}
  {{- range $kind, $command := dict "initContainers" "setup" "containers" "migrate" }}
  {{ $kind }}:
    - name: {{ $command }}
      image: {{ include "library.image" (dict "root" $ "image" $.Values.image) }}
      imagePullPolicy: {{ $.Values.image.pullPolicy }}
      args: [{{ $command }}]
      securityContext:
        {{- include "library.containerSecurity" $ | nindent 8 }}
      env:
        {{- include "vestibule.env.telemetry" $ | trim | nindent 8 }}
        {{- range list "keys" "postgres" "postgresOwner" "sipDatabase" }}
        {{- with include (printf "vestibule.env.%s" .) $ | trim }}
        {{- . | nindent 8 }}
        {{- end }}
        {{- end }}
        {{- include "vestibule.env.unused" (dict "uses" (list "postgres" "owner")) | trim | nindent 8 }}
        {{- range $name, $value := $.Values.migrations.env }}
        - name: {{ $name }}
          value: {{ $value | quote }}
        {{- end }}
      resources:
        {{- toYaml $.Values.migrations.resources | nindent 8 }}
  {{- end }}
{{- end }}
