# Every target works on a fresh machine: it first installs what is missing, or says what is and how to get it.
# PROFILE=release builds optimised; that takes several times as long.

PROFILE ?= debug
export PROFILE
MAKEFLAGS += --no-print-directory
.DEFAULT_GOAL := help
.PHONY: help run test prove redaction build release lint screenshots setup

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 20

run: ## Build NEXUS and start it; without a display, play the demo on a virtual screen
	@scripts/run

test: ## Build everything, run every test and the lints; the last line is the count
	@scripts/test

prove: ## Play a million random steps of agents and person against a model of the rules
	@scripts/setup build
	@scripts/cargo test --release --locked -p nexus-policy --lib rules_hold_over_a_million_steps -- --ignored --nocapture

redaction: ## Switch each rule of redaction off in a copy, and see that a test fails for each
	@scripts/prove-redaction

build: ## Build everything
	@scripts/setup build
	@scripts/cargo build --workspace --locked

release: ## Build everything optimised
	@scripts/setup build
	@scripts/cargo build --workspace --locked --release

lint: ## Check style and formatting
	@scripts/setup build
	@scripts/lint

screenshots: ## Play the demo and leave its screenshots in target/demo
	@scripts/setup test
	@scripts/cargo build --workspace --locked
	@scripts/play-demo

setup: ## Install what running and testing need, and nothing else
	@scripts/setup test
