// Finds what a kernel reads and writes: follows its pointers through variables, structures and calls until nothing new
// is found. Execution order does not matter. Each call is analysed with what its arguments may point to.
#pragma once

#include <limits>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "instrumentation/language/passes/points_to.h"
#include "instrumentation/language/tree/kernel.h"

namespace tilescope::language {

class AccessFinder {
 public:
  explicit AccessFinder(Kernel& kernel) : kernel_(kernel), found_(kernel.parameters.size()) {}

  void find();

 private:
  enum class Use : std::uint8_t { reads, writes, both };
  struct Found {
    bool reads = false;
    bool writes = false;
  };
  struct Call {
    const Function* function = nullptr;
    std::vector<Pointers> arguments;
    Pointers result;
    unsigned round = 0;  // that last looked at it
    bool running = false;
  };
  struct Key {
    std::size_t call = 0;
    const void* what = nullptr;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      return std::hash<const void*>()(key.what) ^ (key.call * 0x9e3779b9);
    }
  };

  static constexpr std::uint64_t everything = std::numeric_limits<std::uint32_t>::max();
  static constexpr std::size_t most_calls = 400;             // analysed separately
  static constexpr std::size_t most_calls_of_function = 40;  // analysed separately
  static constexpr int deepest_call = 200;
  static constexpr std::size_t most_work = 2'000'000;

  [[nodiscard]] bool gave_up() const { return work_ > most_work; }

  // State before anything runs.
  void add_parameters();
  std::uint32_t new_array(std::size_t number, Type element);
  std::uint32_t add_global(const Variable& variable);
  void add_members(const Variable& variable, std::uint32_t object, const std::string& name, Type type,
                   std::uint64_t offset, std::vector<const Field*> path);

  // Statements and expressions.
  void run(std::size_t call);
  void run(const Statement& s);
  void begin(const Variable& variable);
  Pointers value(const Expression& e);
  Pointers value_of_parts(const Expression& e);
  Pointers aggregate(const Expression& e);
  Targets place(const Expression& e);
  Targets variable_place(const Variable& variable);
  Targets field_place(const Expression& e);
  Targets assigned(const Expression& e);
  Pointers given(const Expression& argument, Type parameter);
  Pointers called(const Expression& e);
  Pointers made(const Expression& e);
  Pointers result_of(const Function& function, const std::vector<Pointers>& arguments);
  std::size_t call_of(const Function& function, const std::vector<Pointers>& arguments);
  void join_arguments(std::size_t call, const std::vector<Pointers>& arguments);
  Pointers builtin(const Expression& e);
  void copy(const Pointers& to, const Pointers& from);

  std::uint32_t object(const void* what, std::uint64_t size);
  void note(const Targets& targets, std::uint64_t size, Use use);
  void store(const Targets& targets, const Pointers& value) {
    if (objects_.store(targets, value)) changed_ = true;
  }
  void tell();

  Kernel& kernel_;
  std::vector<Found> found_;  // for the parameters, then for globals_
  std::vector<Parameter> globals_;
  Objects objects_;
  std::unordered_map<Key, std::uint32_t, KeyHash> known_;
  std::unordered_map<const Variable*, std::uint32_t> known_globals_;
  std::vector<Call> calls_;
  std::map<std::pair<const Function*, std::vector<Pointers>>, std::size_t> call_numbers_;
  std::unordered_map<const Function*, std::size_t> calls_of_;
  std::size_t call_ = 0;  // the current one
  int depth_ = 0;         // of calls
  unsigned round_ = 0;
  bool changed_ = false;
  std::size_t work_ = 0;
};

}  // namespace tilescope::language
