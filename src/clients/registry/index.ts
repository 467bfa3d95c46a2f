import type { Client } from '../client.ts';
import { inFull, type Row } from '../row.ts';
import claudeDesktop from './claude-desktop.ts';
import cursor from './cursor.ts';
import windsurf from './windsurf.ts';
import qoder from './qoder.ts';
import vscode from './vscode.ts';
import continueClient from './continue.ts';
import zed from './zed.ts';
import cline from './cline.ts';
import rooCode from './roo-code.ts';
import aider from './aider.ts';
import gemini from './gemini.ts';
import claudeCode from './claude-code.ts';
import vscodeInsiders from './vscode-insiders.ts';
import vscodium from './vscodium.ts';
import visualStudio from './visual-studio.ts';
import copilotCli from './copilot-cli.ts';
import codex from './codex.ts';
import opencode from './opencode.ts';
import goose from './goose.ts';
import qwenCode from './qwen-code.ts';
import crush from './crush.ts';
import kiro from './kiro.ts';
import amp from './amp.ts';
import droid from './droid.ts';
import warp from './warp.ts';
import junie from './junie.ts';
import jetbrainsAi from './jetbrains-ai.ts';
import kiloCode from './kilo-code.ts';
import kiloClassic from './kilo-classic.ts';
import augment from './augment.ts';
import lmstudio from './lmstudio.ts';
import antigravity from './antigravity.ts';
import amazonQ from './amazon-q.ts';
import trae from './trae.ts';
import rovoDev from './rovo-dev.ts';
import mcphubNvim from './mcphub-nvim.ts';
import devinLocal from './devin-local.ts';
import grokBuild from './grok-build.ts';
import mistralVibe from './mistral-vibe.ts';
import kimiCode from './kimi-code.ts';
import tabnine from './tabnine.ts';
import mcporter from './mcporter.ts';
import boltai from './boltai.ts';
import firebaseStudio from './firebase-studio.ts';
import copilotJetbrains from './copilot-jetbrains.ts';
import copilotXcode from './copilot-xcode.ts';
import copilotEclipse from './copilot-eclipse.ts';
import qoderCli from './qoder-cli.ts';
import hermes from './hermes.ts';
import anythingllm from './anythingllm.ts';
import librechat from './librechat.ts';
import jan from './jan.ts';
import codebuddy from './codebuddy.ts';
import jetbrainsAir from './jetbrains-air.ts';
import codearts from './codearts.ts';
import openhands from './openhands.ts';
import kimiCli from './kimi-cli.ts';
import openclaw from './openclaw.ts';
import pi from './pi.ts';

/** A new one comes to the end; `npm run new-client <id>` adds it. */
const rows = [
  claudeDesktop,
  cursor,
  windsurf,
  qoder,
  vscode,
  continueClient,
  zed,
  cline,
  rooCode,
  aider,
  gemini,
  claudeCode,
  vscodeInsiders,
  vscodium,
  visualStudio,
  copilotCli,
  codex,
  opencode,
  goose,
  qwenCode,
  crush,
  kiro,
  amp,
  droid,
  warp,
  junie,
  jetbrainsAi,
  kiloCode,
  kiloClassic,
  augment,
  lmstudio,
  antigravity,
  amazonQ,
  trae,
  rovoDev,
  mcphubNvim,
  devinLocal,
  grokBuild,
  mistralVibe,
  kimiCode,
  tabnine,
  mcporter,
  boltai,
  firebaseStudio,
  copilotJetbrains,
  copilotXcode,
  copilotEclipse,
  qoderCli,
  hermes,
  anythingllm,
  librechat,
  jan,
  codebuddy,
  jetbrainsAir,
  codearts,
  openhands,
  kimiCli,
  openclaw,
  pi,
] as const satisfies readonly Row[];

export type ClientId = (typeof rows)[number]['id'];

/** Every assistant snap knows, in the order in which they are scanned and shown: the most used first. */
export const clients: readonly Client[] = rows.map(inFull);
