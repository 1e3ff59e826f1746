{{/* dict "root" $ "part" an item of vestibule.services. */}}
{{- define "vestibule.container" -}}
{{- $root := .root -}}
{{- $name := .part.name -}}
{{- $values := .part.values -}}
name: {{ $name }}
image: {{ include "library.image" (dict "root" $root "image" $root.Values.image) }}
imagePullPolicy: {{ $root.Values.image.pullPolicy }}
args: [run, {{ $name }}]
securityContext:
  {{- include "library.containerSecurity" . | nindent 2 }}
env:
  - { name: VESTIBULE_GRPC_ADDR, value: "0.0.0.0:9090" }
  - { name: VESTIBULE_ADMIN_ADDR, value: "0.0.0.0:9091" }
  # Balancers and peers need a moment to hear that this pod goes. Where calls wait for the next pod they need none.
  - { name: VESTIBULE_DRAIN_SECONDS, value: "{{ ternary 0 5 (and (has "sip" $values.uses) $root.Values.sip.enabled) }}" }
  {{- if eq $name "api-gateway" }}
  - { name: VESTIBULE_HTTP_ADDR, value: "0.0.0.0:8080" }
  # Without a controller before it, whoever asks is who they are.
  - { name: VESTIBULE_TRUSTED_PROXIES, value: {{ ternary $root.Values.trustedProxies "" (or $root.Values.ingress.enabled $root.Values.route.enabled) | quote }} }
  {{- else }}
  - { name: VESTIBULE_CONSOLE_DIR, value: "" }
  {{- end }}
  - { name: VESTIBULE_PUBLIC_URL, value: {{ include "vestibule.publicUrl" $root | quote }} }
  - { name: VESTIBULE_ALLOW_PRIVATE_NETWORKS, value: {{ $root.Values.allowPrivateNetworks | quote }} }
  {{- range $values.peers }}
  - { name: VESTIBULE_PEER_{{ . | replace "-" "_" | upper }}, value: "https://{{ include "library.fullname" (dict "root" $root "name" .) }}:9090" }
  {{- end }}
  {{- include "vestibule.env.telemetry" $root | trim | nindent 2 }}
  {{- include "vestibule.env.keys" $root | trim | nindent 2 }}
  {{- range $use := list "postgres" "rabbitmq" "redis" "mqtt" "mail" "sip" "token" "pods" }}
  {{- if has $use $values.uses }}
  {{- with include (printf "vestibule.env.%s" $use) $root | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  {{- end }}
  {{- end }}
  {{- if include "vestibule.numbered" (merge (dict "root" $root) .part) }}
  - { name: VESTIBULE_SIP_SHARD, valueFrom: { fieldRef: { fieldPath: "metadata.labels['apps.kubernetes.io/pod-index']" } } }
  {{- end }}
  {{- if has "lease" $values.uses }}
  - { name: VESTIBULE_LEASE, value: "{{ $root.Release.Namespace }}/{{ include "vestibule.lease" (merge (dict "root" $root) .part) }}" }
  {{- end }}
  {{- if has "mqtt" $values.uses }}
  {{- with include "vestibule.brokerRestart" $root }}
  - { name: VESTIBULE_BROKER_RESTART, value: {{ . | quote }} }
  {{- end }}
  {{- end }}
  {{- with include "vestibule.env.unused" (dict "uses" $values.uses) | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  {{- range $variable, $value := $values.env }}
  - { name: {{ $variable }}, value: {{ tpl ($value | toString) $root | quote }} }
  {{- end }}
ports:
  - { name: grpc, containerPort: 9090, protocol: TCP }
  - { name: admin, containerPort: 9091, protocol: TCP }
  {{- if eq $name "api-gateway" }}
  - { name: http, containerPort: 8080, protocol: TCP }
  {{- end }}
  {{- if and (has "sip" $values.uses) $root.Values.sip.enabled }}
  - { name: sip, containerPort: {{ $root.Values.sip.port }}, protocol: UDP }
  {{- end }}
# Two minutes to start. Ready: its database, schema and Redis answer. Old pods serve until new ones do.
startupProbe: { httpGet: { path: /healthz, port: admin }, periodSeconds: 2, failureThreshold: 60 }
livenessProbe: { httpGet: { path: /healthz, port: admin }, periodSeconds: 10, timeoutSeconds: 3, failureThreshold: 3 }
readinessProbe: { httpGet: { path: /readyz, port: admin }, periodSeconds: 5, timeoutSeconds: 5, failureThreshold: 2 }
resources:
  {{- toYaml $values.resources | nindent 2 }}
volumeMounts:
  # Tables that are exported lie here until they are complete.
  - { name: tmp, mountPath: /tmp }
{{- end }}
