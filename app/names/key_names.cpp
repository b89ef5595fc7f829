#include "app/names/key_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdlib>
#include <utility>

#include "app/names/page_keys.h"
#include "instrumentation/host.h"

namespace tilescope {

namespace {

constexpr std::array<std::pair<Key, std::string_view>, 14> named_keys{{{Key::left, "Left"},
                                                                       {Key::right, "Right"},
                                                                       {Key::up, "Up"},
                                                                       {Key::down, "Down"},
                                                                       {Key::page_up, "Page Up"},
                                                                       {Key::page_down, "Page Down"},
                                                                       {Key::home, "Home"},
                                                                       {Key::end, "End"},
                                                                       {Key::insert, "Insert"},
                                                                       {Key::erase, "Delete"},
                                                                       {Key::backspace, "Backspace"},
                                                                       {Key::enter, "Enter"},
                                                                       {Key::escape, "Esc"},
                                                                       {Key::tab, "Tab"}}};

std::string bare_name(const KeyPress& press) {
  if (press.key == Key::character) {
    if (press.character == U' ') return "Space";
    const bool alone = !press.control && !press.alt;
    const auto character = static_cast<char>(press.character);
    if (alone && std::isupper(static_cast<unsigned char>(character)) != 0) return std::string("Shift + ") + character;
    return {static_cast<char>(std::toupper(static_cast<unsigned char>(character)))};
  }
  for (const auto& [known, name] : named_keys)
    if (known == press.key) return std::string(name);
  return "F" + std::to_string(static_cast<int>(press.key) - static_cast<int>(Key::f1) + 1);
}

}  // namespace

std::string name_of(const KeyPress& key) {
  const KeyPress press = in_browser ? key_on_page(key) : key;
  return (press.control ? "Ctrl + " : "") + std::string(press.alt ? "Alt + " : "") + (press.shift ? "Shift + " : "") +
         bare_name(press);
}

std::optional<KeyPress> key_named(std::string_view name) {
  KeyPress press;
  const auto take = [&](std::string_view prefix, bool& flag) {
    if (name.size() <= prefix.size() || !name.starts_with(prefix)) return;
    flag = true;
    name.remove_prefix(prefix.size());
  };
  take("Ctrl+", press.control);
  take("Shift+", press.shift);
  take("Alt+", press.alt);
  if (name == "Space") return press.character = U' ', press;
  if (name == "Plus") return press.character = U'+', press;
  for (const auto& [known, its_name] : named_keys) {
    std::string joined(its_name);
    joined.erase(std::remove(joined.begin(), joined.end(), ' '), joined.end());
    if (name == joined || name == its_name) return press.key = known, press;
  }
  if (name.size() > 1 && name[0] == 'F') {
    const int number = std::atoi(std::string(name.substr(1)).c_str());
    if (number < 1 || number > 12) return std::nullopt;
    press.key = static_cast<Key>(static_cast<int>(Key::f1) + number - 1);
    return press;
  }
  if (name.size() != 1) return std::nullopt;
  const auto byte = static_cast<unsigned char>(name[0]);
  press.character = static_cast<char32_t>(press.control ? std::tolower(byte) : press.shift ? std::toupper(byte) : byte);
  press.shift = press.shift && press.control;
  return press;
}

}  // namespace tilescope
